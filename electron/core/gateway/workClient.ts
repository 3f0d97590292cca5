import type { FileChange, FileTexts, Hook, Skill } from '../../../shared/domain/index.ts'

/** Takes the parts of a body as they come. */
export type Sink = (chunk: Uint8Array) => Promise<void>

/** The workspace of a conversation, on whichever server offers it. Methods throw HandrailError. */
export interface WorkClient {
  gitChanges(conversationId: string, root: string, ref: string | null, signal: AbortSignal): Promise<FileChange[]>
  gitDiff(conversationId: string, file: string, ref: string | null, signal: AbortSignal): Promise<FileTexts>
  file(conversationId: string, path: string, signal: AbortSignal): Promise<string>
  /** The server's own zip, as it came: it may hold keys. `begin` is called for each attempt and gives its sink. */
  trajectory(conversationId: string, begin: () => Sink, signal: AbortSignal): Promise<void>
}

/** What only app servers tell. */
export interface AppWorkClient extends WorkClient {
  files(conversationId: string, path: string, signal: AbortSignal): Promise<string[]>
  skills(conversationId: string, signal: AbortSignal): Promise<Skill[]>
  hooks(conversationId: string, signal: AbortSignal): Promise<Hook[]>
}
