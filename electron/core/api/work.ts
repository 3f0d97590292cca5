import { type ConversationRef, type DownloadStage, HandrailError } from '../../../shared/domain/index.ts'
import { downloadTrajectory } from '../export/downloadTrajectory.ts'
import type { AppServerClient, WorkClient } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf } from './base.ts'
import { signalStream } from './signalStream.ts'

const PROGRESS_EVERY_MS = 100

export function workProcedures(base: Base, rooms: Rooms) {
  const { gateway, connections, ports } = rooms

  function serverOf({ connectionId }: ConversationRef): WorkClient {
    const connection = connections.get(connectionId)
    return connection.kind === 'app' ? gateway.appServer(connection) : gateway.bareAgent(connection)
  }
  function appOf({ connectionId }: ConversationRef): AppServerClient {
    const connection = connections.get(connectionId)
    if (connection.kind === 'app') return gateway.appServer(connection)
    throw new HandrailError({
      code: 'unsupported',
      message: 'A bare agent server does not tell this.',
      advice: 'Connect to an app server to see it.',
    })
  }

  return {
    changes: base.work.changes.handler(({ input, signal }) =>
      serverOf(input).gitChanges(input.conversationId, input.path, input.gitRef, signalOf(signal)),
    ),
    diff: base.work.diff.handler(({ input, signal }) =>
      serverOf(input).gitDiff(input.conversationId, input.path, input.gitRef, signalOf(signal)),
    ),
    file: base.work.file.handler(async ({ input, signal }) => ({
      text: await serverOf(input).file(input.conversationId, input.path, signalOf(signal)),
    })),
    files: base.work.files.handler(({ input, signal }) =>
      appOf(input).files(input.conversationId, input.path, signalOf(signal)),
    ),
    skills: base.work.skills.handler(({ input, signal }) =>
      appOf(input).skills(input.conversationId, signalOf(signal)),
    ),
    hooks: base.work.hooks.handler(({ input, signal }) => appOf(input).hooks(input.conversationId, signalOf(signal))),
    download: base.work.download.handler(({ input, signal }) => download(input, signalOf(signal))),
  }

  /** Progress while it comes, then the file. The reader that stops reading stops the download. */
  async function* download(ref: ConversationRef, outer: AbortSignal): AsyncGenerator<DownloadStage> {
    const stop = new AbortController()
    const signal = AbortSignal.any([outer, stop.signal])
    let bytes = 0
    let changed = () => {}
    const over = new AbortController()
    const deps = { ports, server: serverOf(ref), redactText: gateway.redact }
    const work = downloadTrajectory(
      deps,
      ref.conversationId,
      (received) => {
        bytes = received
        changed()
      },
      signal,
    ).finally(() => over.abort())
    work.catch(() => undefined)
    try {
      const listen = (wake: () => void) => {
        changed = wake
        return () => {
          changed = () => {}
        }
      }
      const progress = () => ({ stage: 'receiving' as const, bytes })
      yield* signalStream(ports.clock, PROGRESS_EVERY_MS, listen, progress, AbortSignal.any([outer, over.signal]))
      yield await work
    } finally {
      stop.abort()
      await work.catch(() => undefined)
    }
  }
}
