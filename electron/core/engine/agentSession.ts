import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { Archive, FramesResult, LoadState } from '../archive/index.ts'
import type { AgentServerClient, SocketEnd } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'
import { checkCount, type LoaderDeps, loadNewest, walkToEnd } from './agentLoader.ts'
import type { Drafts } from './drafts.ts'
import { readSocket } from './liveSocket.ts'
import type { SyncStatus } from './syncStatus.ts'

/** Quiet time after the last frame before order and count are checked against the server. */
const QUIET_MS = 2_000

export interface AgentSessionDeps {
  archive: Archive
  clock: Clock
  status: SyncStatus
  drafts: Drafts
  ref: ConversationRef
}

export type SocketDialect = 'session' | 'events'

/**
 * One stay on an agent server: load what is missing, follow the socket, check when it is quiet. Resolves when the
 * socket ends; `isRefused` when this server does not have the dialect. Rejects on abort and on failures of calls.
 */
export async function stayOnAgent(
  agent: AgentServerClient,
  dialect: SocketDialect,
  deps: AgentSessionDeps,
  outer: AbortSignal,
): Promise<SocketEnd & { isRefused: boolean; wasLive: boolean }> {
  const { archive, clock, status, drafts, ref } = deps
  const stop = new AbortController()
  const signal = AbortSignal.any([outer, stop.signal])
  const loader: LoaderDeps = { archive, ref, onLoad: (load) => status.load(load, 'agent'), now: clock.now }

  let load = await archive.loadState(ref)
  status.enter({ phase: 'backfilling', stored: load.stored, total: load.serverCount, from: 'agent' })
  if (load.stored === 0) await loadNewest(agent, loader, signal)

  let lastFrameAt = clock.now()
  let isUnchecked = true
  let wasLive = false
  let isLoaded = false
  let throughSeq: number | null = null
  let hasReplayed = dialect === 'events'
  const goLive = () => {
    if (wasLive || !isLoaded || !hasReplayed) return
    wasLive = true
    status.enter({ phase: 'live' })
  }

  const onStored = (result: FramesResult) => {
    load = result.load
    lastFrameAt = clock.now()
    isUnchecked ||= result.ids.length > 0
    let hasDrafts = false
    for (const signalOfFrame of result.signals) {
      hasDrafts = drafts.apply(signalOfFrame) || hasDrafts
      // The sync frame comes first and names the last seq of the replay (seen on 1.58.0).
      if (signalOfFrame.type === 'sync') throughSeq = signalOfFrame.throughSeq ?? -1
    }
    if (throughSeq !== null && load.contiguousSeq >= throughSeq) hasReplayed = true
    status.load(load, 'agent')
    status.socket({ dialect, lastFrameAt })
    if (hasDrafts) status.notify('drafts')
    goLive()
  }
  const follow = (afterSeq: number) =>
    readSocket(
      {
        agent,
        archive,
        ref,
        dialect,
        afterSeq,
        onOpen: () => status.socket({ dialect }),
        onPing: (pingMs) => status.socket({ dialect, pingMs }),
        onStored,
      },
      signal,
    )

  /** Stored forms, order and count, whenever a burst is over (architecture decisions 7 and 10). */
  async function settle(): Promise<void> {
    for (;;) {
      await clock.sleep(QUIET_MS, signal)
      if (!isUnchecked || clock.now() - lastFrameAt < QUIET_MS) continue
      isUnchecked = false
      load = await settleOnce(agent, dialect, loader, signal)
    }
  }

  let socket: Promise<SocketEnd> | null = null
  try {
    // The events socket has no resume: it is opened before the walk, so that nothing falls between the two.
    if (dialect === 'events') {
      socket = follow(-1)
      socket.catch(() => undefined)
    }
    load = await walkToEnd(agent, loader, signal)
    isLoaded = true
    load = await checkCount(agent, loader, signal)
    isUnchecked = false
    socket ??= follow(Math.max(load.contiguousSeq, load.headCount - 1))
    goLive()
    const end = await Promise.race([socket, settle().then(unreachable)])
    return { ...end, isRefused: dialect === 'session' && end.handshakeStatus === 403, wasLive }
  } finally {
    stop.abort()
    await socket?.catch(() => undefined)
    if (drafts.clear()) status.notify('drafts')
  }
}

/**
 * The session socket gave order and stored forms already: only the count is compared, and a difference is walked.
 * After the events socket the walk gives both.
 */
async function settleOnce(
  agent: AgentServerClient,
  dialect: SocketDialect,
  loader: LoaderDeps,
  signal: AbortSignal,
): Promise<LoadState> {
  if (dialect === 'events') await walkToEnd(agent, loader, signal)
  const load = await checkCount(agent, loader, signal)
  if (load.serverCount === null || load.stored >= load.serverCount) return load
  await walkToEnd(agent, loader, signal)
  return checkCount(agent, loader, signal)
}

function unreachable(): never {
  throw new HandrailError({ code: 'internal', message: 'The settle loop ended without its socket.' })
}
