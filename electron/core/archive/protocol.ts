import type { ConversationRef, Failure, LiveFacts } from '../../../shared/domain/index.ts'
import type { LoadState, ViewChangeNotice } from './types.ts'
import type { WholeArchive } from './wholeArchive.ts'

/** Calls that cross to the worker: all of `WholeArchive`, without abort signals. */
export type ArchiveMethod = keyof WholeArchive

/** Arguments of a call as they cross: signals stay behind. */
export type CallArguments<M extends ArchiveMethod> =
  Parameters<WholeArchive[M]> extends [...infer Rest, AbortSignal?] ? Rest : Parameters<WholeArchive[M]>

export type ToWorker =
  | { type: 'call'; call: number; method: ArchiveMethod; args: readonly unknown[] }
  /** Forget the call if it has not begun; else its signal tells it, if it takes one. */
  | { type: 'abort'; call: number }

export type FromWorker =
  | { type: 'ready' }
  /** The archive cannot be opened. */
  | { type: 'unfit'; failure: Failure }
  | { type: 'done'; call: number; result: unknown }
  | { type: 'failed'; call: number; failure: Failure }
  | { type: 'viewChanged'; notice: ViewChangeNotice }
  | { type: 'factsChanged'; conversation: ConversationRef; facts: LiveFacts }
  | { type: 'loadChanged'; conversation: ConversationRef; load: LoadState }
  | { type: 'trouble'; message: string }
  | { type: 'blocked'; problem: string | null }

/** What is given to the worker when it starts. */
export interface ArchiveWorkerData {
  dataDir: string
  /** Connections of which nothing is kept on the disk. */
  unkept: readonly string[]
}
