import type { ConversationRef, StoredUsage } from '../../../shared/domain/index.ts'
import type { Archive } from './types.ts'

/** The archive of a data folder: what is kept on the disk, and what is only held in memory. */
export interface WholeArchive extends Archive {
  /** `setAsideBytes`: files that were found damaged; `memoryBytes`: what is held of connections that keep nothing. */
  usage(): Promise<StoredUsage & { setAsideBytes: number; memoryBytes: number }>
  /** Empties what is on the disk, and removes what was set aside as damaged; `clear` overwrites it. Ends its views. */
  wipe(): Promise<void>
  /**
   * Whether anything of a connection is kept on the disk. Where nothing is, its events are held in memory until
   * `release`, its records until the end; what was kept before is forgotten.
   */
  keep(connectionId: string, isKept: boolean): Promise<void>
  /** Nobody shows a conversation any more: what is only held of it goes. */
  release(conversation: ConversationRef): Promise<void>
}
