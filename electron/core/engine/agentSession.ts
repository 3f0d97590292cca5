import type { ConversationRef } from '../../../shared/domain/index.ts'
import type { Archive, FramesResult, LoadState } from '../archive/index.ts'
import type { AgentServerClient, SocketEnd } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'
import { compareCount, type LoaderDeps, loadNewest, walkToEnd } from './agentLoader.ts'
import type { Drafts } from './drafts.ts'
import { readSocket } from './liveSocket.ts'
import { beginning, type SyncStatus } from './syncStatus.ts'

/** Quiet time after the last frame before order and count are checked against the server. */
const QUIET_MS = 2_000
/** A socket can stand, answer pings and yet bring nothing: the count is asked this often all the same. */
const RECHECK_MS = 60_000
/** The events socket has no answer to auth, and its first frame may be left out (contract §13). */
const FIRST_FRAME_MS = 1_000
/** A handshake that takes longer does not keep the history waiting. */
const HANDSHAKE_PATIENCE_MS = 3_000

export interface AgentSessionDeps {
  archive: Archive
  clock: Clock
  status: SyncStatus
  drafts: Drafts
  ref: ConversationRef
  proof: LogProof
}

/**
 * What is known of places that the server counts and its pages do not show, so that the log is not walked whole again
 * for the same difference. Lives as long as the sync of a conversation.
 */
export interface LogProof {
  /** Seen at the last quiet check; null when the two agreed. */
  suspected: number | null
  /** Left over by a walk of the whole log. */
  proven: number | null
}

export type SocketDialect = 'session' | 'events'

/** How a stay on an agent server ended. */
export type StayEnd =
  | { kind: 'closed'; socket: SocketEnd }
  /** This server does not have the dialect. */
  | { kind: 'no-dialect' }
  /** The server's log ends before what is stored of it: it began anew, and its ids have to be walked. */
  | { kind: 'log-changed' }

/**
 * One stay on an agent server: load what is missing, follow the socket, check when it is quiet. Resolves when the
 * socket ends; rejects on abort and on failures of calls.
 */
export async function stayOnAgent(
  agent: AgentServerClient,
  dialect: SocketDialect,
  deps: AgentSessionDeps,
  outer: AbortSignal,
): Promise<StayEnd> {
  const { archive, clock, status, drafts, ref, proof } = deps
  const stop = new AbortController()
  const signal = AbortSignal.any([outer, stop.signal])
  const loader: LoaderDeps = { archive, ref, onLoad: (load) => status.load(load), now: clock.now }

  let load = await archive.loadState(ref)
  signal.throwIfAborted()
  status.enter(beginning(load, 'agent'))
  if (load.stored === 0) await loadNewest(agent, loader, signal)

  const opened = Promise.withResolvers<void>()
  const firstFrame = Promise.withResolvers<void>()
  const logChanged = Promise.withResolvers<StayEnd>()
  let lastFrameAt = clock.now()
  let isUnchecked = false
  let isOpen = false
  let isLoaded = false
  /** Nothing can be missing between what was loaded and what the socket brings. */
  let isJoined = false
  let isLive = false
  let openedAt = 0
  let frames = 0
  let afterSeq = -1
  let throughSeq: number | null = null
  const goLive = () => {
    if (isLive || !isOpen || !isLoaded || !isJoined) return
    isLive = true
    status.socket({ dialect, replayMs: clock.now() - openedAt })
    status.enter({ phase: 'live' })
  }

  const onStored = (result: FramesResult) => {
    if (signal.aborted) return
    load = result.load
    lastFrameAt = clock.now()
    isUnchecked ||= result.ids.length > 0
    let hasDrafts = false
    for (const signalOfFrame of result.signals) {
      hasDrafts = drafts.apply(signalOfFrame) || hasDrafts
      // The sync frame comes first and names the last seq of the replay, none when the log is empty (seen on 1.58.0).
      if (signalOfFrame.type === 'sync') throughSeq = signalOfFrame.throughSeq ?? -1
      if (signalOfFrame.type === 'error') {
        const { code, detail } = signalOfFrame
        status.socket({ dialect, lastError: { code, detail, at: clock.now() } })
      }
    }
    if (throughSeq !== null && throughSeq < afterSeq) logChanged.resolve({ kind: 'log-changed' })
    else if (throughSeq !== null && load.contiguousSeq >= throughSeq) isJoined = true
    frames += result.signals.length
    status.socket({ dialect, lastFrameAt, frames })
    status.load(load)
    if (hasDrafts) status.notify('drafts')
    firstFrame.resolve()
    goLive()
  }
  const follow = () => {
    const beganAt = clock.now()
    return readSocket(
      {
        agent,
        archive,
        ref,
        dialect,
        afterSeq,
        onOpen() {
          isOpen = true
          // What came between a walk and this moment reached neither of the two.
          isUnchecked ||= dialect === 'events'
          openedAt = lastFrameAt = clock.now()
          status.socket({ dialect, openedAt, connectMs: openedAt - beganAt })
          opened.resolve()
          goLive()
        },
        onPing: (pingMs) => status.socket({ dialect, pingMs }),
        onStored,
      },
      signal,
    ).finally(() => {
      isOpen = false
    })
  }

  /** Stored forms, order and count: whenever a burst is over (architecture decisions 7 and 10), and now and then. */
  async function settle(): Promise<never> {
    let checkedAt = clock.now()
    for (;;) {
      await clock.sleep(QUIET_MS, signal)
      // A server may leave the sync frame out; the check then says that nothing is missing.
      const isDue = isUnchecked || (isOpen && !isJoined) || clock.now() - checkedAt >= RECHECK_MS
      if (!isDue || clock.now() - lastFrameAt < QUIET_MS) continue
      isUnchecked = false
      const wasOpen = isOpen
      load = await settleOnce(agent, dialect, loader, proof, signal)
      // A difference may be news on its way: it is looked at once more before the whole log is walked for it.
      isUnchecked ||= proof.suspected !== null && proof.suspected !== proof.proven
      checkedAt = clock.now()
      isJoined ||= wasOpen
      goLive()
    }
  }

  let socket: Promise<SocketEnd> | null = null
  try {
    // The events socket has no resume: it stands before the walk, so that nothing falls between the two.
    if (dialect === 'events') {
      socket = follow()
      socket.catch(() => undefined)
      await Promise.race([
        socket,
        firstFrame.promise,
        opened.promise.then(() => clock.sleep(FIRST_FRAME_MS, signal)),
        clock.sleep(HANDSHAKE_PATIENCE_MS, signal),
      ])
      isUnchecked = false
    }
    const wasOpen = isOpen
    load = await walkToEnd(agent, loader, signal)
    const compared = await compareCount(agent, loader, signal)
    load = compared.load
    isUnchecked ||= compared.difference !== 0 && compared.difference !== proof.proven
    isLoaded = true
    isJoined ||= dialect === 'events' && wasOpen
    afterSeq = load.contiguousSeq
    socket ??= follow()
    goLive()
    const closed = socket.then((end): StayEnd => {
      status.socketEnded(dialect, end.reason)
      return lacksDialect(dialect, end) ? { kind: 'no-dialect' } : { kind: 'closed', socket: end }
    })
    return await Promise.race([closed, logChanged.promise, settle()])
  } finally {
    stop.abort()
    await socket?.catch(() => undefined)
    if (drafts.clear()) status.notify('drafts')
  }
}

/** An unknown socket route answers 403 on the real servers (contract §18.1), 404 behind some proxies. */
function lacksDialect(dialect: SocketDialect, { handshakeStatus }: SocketEnd): boolean {
  return dialect === 'session' && (handshakeStatus === 403 || handshakeStatus === 404)
}

/**
 * The session socket gave order and stored forms already: only the count is compared, and a difference is walked.
 * After the events socket the walk gives both. A difference that stays is walked once from the beginning: what that
 * brings is all that the server shows (architecture decision 10).
 */
async function settleOnce(
  agent: AgentServerClient,
  dialect: SocketDialect,
  loader: LoaderDeps,
  proof: LogProof,
  signal: AbortSignal,
): Promise<LoadState> {
  const walkAndCompare = async () => {
    await walkToEnd(agent, loader, signal)
    return compareCount(agent, loader, signal)
  }
  let compared = dialect === 'events' ? await walkAndCompare() : await compareCount(agent, loader, signal)
  const isExplained = () => compared.difference === 0 || compared.difference === proof.proven
  if (!isExplained()) compared = await walkAndCompare()
  if (!isExplained() && compared.difference === proof.suspected) {
    await loader.archive.restartWalk(loader.ref)
    compared = await walkAndCompare()
    proof.proven = compared.difference
  }
  proof.suspected = compared.difference === 0 ? null : compared.difference
  return compared.load
}
