import {
  type Conversation,
  type ConversationRef,
  type ExportStage,
  IMPORTED,
  type ImportStage,
  sharedBaseUrl,
} from '../../../shared/domain/index.ts'
import { exportConversation } from '../export/exportConversation.ts'
import { importFile } from '../import/importFile.ts'
import { Uploads } from '../import/uploads.ts'
import { type Base, type Rooms, signalOf } from './base.ts'
import { progressStream } from './progressStream.ts'

export function exportProcedures(base: Base, { archive, engine, ports }: Rooms) {
  /** As the archive has it: an export must not wait for a server. */
  async function recordOf({ connectionId, conversationId }: ConversationRef): Promise<Conversation | null> {
    const isShared = sharedBaseUrl(connectionId) !== null
    const records = isShared ? await engine.shared.viewed() : await archive.conversations(connectionId)
    const found = records.find(
      (record) => record.connectionId === connectionId && record.conversationId === conversationId,
    )
    return found ?? null
  }

  return {
    run: base.exports.run.handler(({ input: { format, ...conversation }, signal }) =>
      progressStream<ExportStage>(
        ports.clock,
        async (report, held) => {
          const record = await recordOf(conversation)
          return exportConversation({ ports, archive }, { conversation, format, record }, report, held)
        },
        signalOf(signal),
      ),
    ),
  }
}

export function importProcedures(base: Base, { archive, engine, gateway, views, ports }: Rooms) {
  const uploads = new Uploads(ports)
  const deps = { archive, redact: gateway.redact, now: () => ports.clock.now() }

  return {
    begin: base.imports.begin.handler(async ({ input }) => ({ upload: await uploads.begin(input.name, input.size) })),
    append: base.imports.append.handler(async ({ input: { upload, offset, base64 } }) => ({
      received: await uploads.append(upload, offset, Buffer.from(base64, 'base64')),
    })),
    read: base.imports.read.handler(({ input: { upload }, signal }) =>
      progressStream<ImportStage>(
        ports.clock,
        async (report, held) => {
          try {
            const result = await importFile(deps, uploads.whole(upload), report, held)
            engine.current(result.conversation)?.setLoad(await archive.loadState(result.conversation))
            return { stage: 'done', result }
          } finally {
            await uploads.discard(upload)
          }
        },
        signalOf(signal),
      ),
    ),
    discard: base.imports.discard.handler(async ({ input }) => {
      await uploads.discard(input.upload)
      return {}
    }),
    list: base.imports.list.handler(async () => {
      const records = await engine.imported.list()
      return Promise.all(
        records.map(async (record) => {
          const { stored, nonconforming } = await archive.loadState(record)
          return { record, events: stored, nonconforming }
        }),
      )
    }),
    forget: base.imports.forget.handler(async ({ input: { conversationId } }) => {
      await views.closeOf(IMPORTED, conversationId)
      await engine.imported.forget({ connectionId: IMPORTED, conversationId })
      return {}
    }),
  }
}
