export { openArchive } from './archiveClient.ts'
export type { ArchiveWorkerData } from './protocol.ts'
export type {
  Archive,
  ArchiveNotices,
  FrameSignal,
  FramesResult,
  LoadState,
  PageOrigin,
  PageResult,
  ViewChangeNotice,
} from './types.ts'
