import type {
  AgentServerClient,
  EventSocket,
  SocketEnd,
  SocketOptions,
} from '../../../../electron/core/gateway/index.ts'

export interface WatchedSocket {
  socket: EventSocket
  /** One list for each call of onFrames. */
  batches: string[][]
  frames(): string[]
  opened: Promise<void>
  ended: Promise<SocketEnd>
  /** Round trips of pings. */
  pings: number[]
  /** What was told, in order. */
  told: string[]
  /** Resolves when so many frames came. */
  framesCame(count: number): Promise<string[]>
}

export const CONVERSATION = '3f2a91bc00004000800000000000abcd'

/** Opens a socket and keeps what it tells. */
export function watch(agent: AgentServerClient, options: Partial<SocketOptions> = {}): WatchedSocket {
  const open = Promise.withResolvers<void>()
  const end = Promise.withResolvers<SocketEnd>()
  const batches: string[][] = []
  const pings: number[] = []
  const told: string[] = []
  const waiting: { count: number; resolve(frames: string[]): void }[] = []
  const socket = agent.openSocket({
    conversationId: CONVERSATION,
    dialect: 'events',
    afterSeq: null,
    onOpen() {
      told.push('open')
      open.resolve()
    },
    onFrames(frames) {
      told.push('frames')
      batches.push(frames)
      for (const { count, resolve } of waiting) if (batches.flat().length >= count) resolve(batches.flat())
    },
    onPing(ms) {
      pings.push(ms)
    },
    onEnd(how) {
      told.push('end')
      end.resolve(how)
    },
    ...options,
  })
  return {
    socket,
    batches,
    pings,
    told,
    frames: () => batches.flat(),
    opened: open.promise,
    ended: end.promise,
    framesCame(count) {
      if (batches.flat().length >= count) return Promise.resolve(batches.flat())
      return new Promise((resolve) => waiting.push({ count, resolve }))
    },
  }
}
