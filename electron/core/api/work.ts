import { type ConversationRef, type DownloadStage, HandrailError } from '../../../shared/domain/index.ts'
import { downloadTrajectory } from '../export/downloadTrajectory.ts'
import type { AppServerClient, WorkClient } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf } from './base.ts'
import { progressStream } from './progressStream.ts'

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

  /** Progress while it comes, then the file. */
  function download(ref: ConversationRef, signal: AbortSignal): AsyncGenerator<DownloadStage> {
    const deps = { ports, server: serverOf(ref), redactText: gateway.redact }
    return progressStream<DownloadStage>(
      ports.clock,
      (report, held) => {
        report({ stage: 'receiving', bytes: 0 })
        return downloadTrajectory(deps, ref.conversationId, (bytes) => report({ stage: 'receiving', bytes }), held)
      },
      signal,
    )
  }
}
