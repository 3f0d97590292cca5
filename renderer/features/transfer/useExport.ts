import { useEffect, useRef, useState } from 'react'
import type { ConversationRef, ExportFormat, ExportStage, Failure } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'

export type Exporting =
  | { state: 'idle' }
  | { state: 'writing'; stage: ExportStage | null }
  | { state: 'done'; file: Extract<ExportStage, { stage: 'done' }> }
  | { state: 'failed'; failure: Failure }

/** One export at a time; it ends with the component. */
export function useExport({ connectionId, conversationId }: ConversationRef) {
  const { client } = useRpc()
  const [exporting, setExporting] = useState<Exporting>({ state: 'idle' })
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function run(format: ExportFormat, signal: AbortSignal) {
    setExporting({ state: 'writing', stage: null })
    try {
      for await (const stage of await client.exports.run({ connectionId, conversationId, format }, { signal })) {
        if (signal.aborted) return
        setExporting(stage.stage === 'done' ? { state: 'done', file: stage } : { state: 'writing', stage })
      }
    } catch (error) {
      if (!signal.aborted) setExporting({ state: 'failed', failure: failureOf(error) })
    }
  }

  function stop() {
    underWay.current?.abort()
    underWay.current = null
    setExporting({ state: 'idle' })
  }

  return {
    exporting,
    start(format: ExportFormat) {
      underWay.current?.abort()
      underWay.current = new AbortController()
      void run(format, underWay.current.signal)
    },
    stop,
  }
}
