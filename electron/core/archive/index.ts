export { openArchive } from './archiveClient.ts'
export type { ExportOpened, ExportPart } from './export/exports.ts'
export type { ImportCounts, ImportItem } from './import/imports.ts'
export type { ArchiveWorkerData } from './protocol.ts'
export type {
  Archive,
  ArchiveNotices,
  FrameSignal,
  FramesResult,
  LoadState,
  PageOrigin,
  PageResult,
  ServerCount,
  ViewChangeNotice,
} from './types.ts'
export type { WholeArchive } from './wholeArchive.ts'
