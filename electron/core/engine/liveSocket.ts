import type { ConversationRef } from '../../../shared/domain/index.ts'
import type { Archive, FramesResult } from '../archive/index.ts'
import type { AgentServerClient, EventSocket, SocketEnd } from '../gateway/index.ts'

const BATCH_FRAMES = 500
const BATCH_UNITS = 4_000_000
/** Frames waiting for the archive beyond which the network is no longer read. */
const HIGH_WATER = 5_000

export interface LiveSocketOptions {
  agent: AgentServerClient
  archive: Archive
  ref: ConversationRef
  dialect: 'session' | 'events'
  /** Session dialect: the last seq that is stored. */
  afterSeq: number
  onOpen(): void
  onPing(roundTripMs: number): void
  /** After each stored batch, in order. */
  onStored(result: FramesResult): void
}

/**
 * Reads one socket into the archive until it ends; frames are stored in the order they came, and reading from the
 * network stops while the archive is behind. Resolves when the socket ended and every frame it brought is stored.
 * Rejects when the signal aborts or the archive fails; the socket is closed then.
 */
export async function readSocket(options: LiveSocketOptions, signal: AbortSignal): Promise<SocketEnd> {
  signal.throwIfAborted()
  const { agent, archive, ref, dialect } = options
  const waiting: string[] = []
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<SocketEnd>()
  let pumping: Promise<void> | null = null
  let isPaused = false

  async function pump(): Promise<void> {
    while (waiting.length > 0) {
      const result = await archive.ingestFrames(ref, dialect, takeBatch(waiting), signal)
      options.onStored(result)
      if (isPaused && waiting.length < HIGH_WATER / 2) {
        isPaused = false
        socket.resumeReading()
      }
    }
    pumping = null
  }

  const socket: EventSocket = agent.openSocket({
    conversationId: ref.conversationId,
    dialect,
    afterSeq: dialect === 'session' ? options.afterSeq : null,
    onOpen: options.onOpen,
    onPing: options.onPing,
    onFrames(frames) {
      for (const frame of frames) waiting.push(frame)
      if (!isPaused && waiting.length > HIGH_WATER) {
        isPaused = true
        socket.pauseReading()
      }
      pumping ??= pump()
      // Fails at once, and again where the last frames are waited for after the end.
      pumping.catch(fail)
    },
    onEnd: end,
  })
  const onAbort = () => fail(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const reason = await ended
    await pumping
    signal.throwIfAborted()
    return reason
  } finally {
    signal.removeEventListener('abort', onAbort)
    socket.close()
  }
}

function takeBatch(waiting: string[]): string[] {
  let units = 0
  let count = 0
  while (count < waiting.length && count < BATCH_FRAMES && units < BATCH_UNITS) {
    units += waiting[count]?.length ?? 0
    count += 1
  }
  return waiting.splice(0, count)
}
