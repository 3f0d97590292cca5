import { implement } from '@orpc/server'
import type { ExportStage, Imported, ImportStage } from '../../../shared/domain/index.ts'
import { IMPORTED, isImported } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'

export interface FakeTransferState {
  imported: Imported[]
  /** Stages that an import walks; the last one names what came. */
  importStages: ImportStage[]
  exportStages: ExportStage[]
  /** Bytes of each file that was handed over, by name. */
  received: Map<string, number>
}

export function fakeTransferState(): FakeTransferState {
  const conversation = { connectionId: IMPORTED, conversationId: 'c'.repeat(32) }
  return {
    imported: [],
    importStages: [
      { stage: 'reading', events: 100, bytes: 400, total: 1_000 },
      {
        stage: 'done',
        result: {
          conversation,
          title: 'A run from elsewhere',
          events: 240,
          known: 0,
          kinds: { MessageEvent: 40, ActionEvent: 100, ObservationEvent: 100 },
          nonconforming: 0,
          leftOut: 0,
          rejected: 0,
          problems: [],
        },
      },
    ],
    exportStages: [
      { stage: 'writing', events: 120, total: 240 },
      {
        stage: 'done',
        file: '/home/kim/Downloads/archived_conversation.jsonl',
        bytes: 900_000,
        events: 240,
        lost: 0,
        missing: 0,
        address: '/download/ticket',
      },
    ],
    received: new Map(),
  }
}

/** Exports and imports that walk the stages they are told to. */
export function fakeTransferProcedures(state: FakeTransferState) {
  const os = implement(contract)
  return {
    exports: {
      run: os.exports.run.handler(async function* () {
        yield* state.exportStages
      }),
    },
    imports: {
      begin: os.imports.begin.handler(({ input }) => {
        state.received.set(input.name, 0)
        return { upload: input.name }
      }),
      append: os.imports.append.handler(({ input }) => {
        const received = (state.received.get(input.upload) ?? 0) + atob(input.base64).length
        state.received.set(input.upload, received)
        return { received }
      }),
      read: os.imports.read.handler(async function* () {
        yield* state.importStages
      }),
      discard: os.imports.discard.handler(() => ({})),
      list: os.imports.list.handler(() => state.imported),
      forget: os.imports.forget.handler(({ input }) => {
        state.imported = state.imported.filter(
          ({ record }) => !isImported(record.connectionId) || record.conversationId !== input.conversationId,
        )
        return {}
      }),
    },
  }
}
