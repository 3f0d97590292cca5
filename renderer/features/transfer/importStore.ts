import { create } from 'zustand'
import type { Failure, ImportResult, ImportStage } from '../../../shared/domain/index.ts'
import { failureOf, type Rpc } from '../../rpc/index.ts'
import { sendFile } from './sendFile.ts'

export type Importing =
  | { state: 'idle' }
  | { state: 'sending'; file: File; sent: number; cancel: () => void }
  | { state: 'reading'; file: File; stage: Extract<ImportStage, { stage: 'reading' }> | null; cancel: () => void }
  | { state: 'done'; file: File; result: ImportResult }
  | { state: 'failed'; file: File; failure: Failure }

interface ImportStore {
  importing: Importing
  /** Hands a file over and has it read; resolves when that is over, however it ended. */
  start(client: Rpc['client'], file: File): Promise<void>
  dismiss(): void
}

/** The import under way. It goes on while the person looks at another page. */
export const useImports = create<ImportStore>((set, get) => ({
  importing: { state: 'idle' },

  async start(client, file) {
    const { state } = get().importing
    if (state === 'sending' || state === 'reading') return
    const abort = new AbortController()
    const { signal } = abort
    const cancel = () => abort.abort()
    const show = (importing: Importing) => {
      if (!signal.aborted) set({ importing })
    }
    show({ state: 'sending', file, sent: 0, cancel })
    try {
      const upload = await sendFile(client, file, (sent) => show({ state: 'sending', file, sent, cancel }), signal)
      show({ state: 'reading', file, stage: null, cancel })
      for await (const stage of await client.imports.read({ upload }, { signal })) {
        if (stage.stage === 'done') show({ state: 'done', file, result: stage.result })
        else show({ state: 'reading', file, stage, cancel })
      }
    } catch (error) {
      show({ state: 'failed', file, failure: failureOf(error) })
    }
    if (signal.aborted) set({ importing: { state: 'idle' } })
  },

  dismiss: () => set({ importing: { state: 'idle' } }),
}))
