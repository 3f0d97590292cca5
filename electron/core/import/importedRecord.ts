import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { normaliseConversationId } from '../../../shared/contract/index.ts'
import { type Conversation, IMPORT_TAGS, IMPORTED, isWireObject, redactFields } from '../../../shared/domain/index.ts'
import { readAgentConversation, readAppConversation, withoutRecord } from '../gateway/index.ts'
import type { EventFile } from './eventFile.ts'

const ID_IN_NAME = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i

export interface ImportedFile {
  /** As the person knows it, without a folder. */
  name: string
  meta: EventFile['meta']
  /** Milliseconds since the epoch. */
  at: number
}

/**
 * The record of what is imported: the file's own where it brings one, without what was true only on its server. Named
 * by the id in the file, else in its name, else by its contents, so that the same file is the same conversation again.
 */
export async function importedRecord(
  { name, meta, at }: ImportedFile,
  redact: (text: string) => string,
  handle: FileHandle,
): Promise<Conversation> {
  const told = meta === null ? null : recordOf(meta, redact)
  const conversationId =
    normaliseConversationId(told?.conversationId ?? '') ??
    normaliseConversationId(ID_IN_NAME.exec(name)?.[0] ?? '') ??
    (await hashOf(handle))
  const ref = { connectionId: IMPORTED, conversationId }
  const record = told ?? withoutRecord(ref)
  return {
    ...record,
    ...ref,
    title:
      record.title ??
      (redact(name)
        .replace(/\.(?:zip|jsonl|json|ndjson)$/i, '')
        .slice(0, 200) ||
        null),
    executionStatus: null,
    sandboxStatus: null,
    sandboxId: null,
    conversationUrl: null,
    isPublic: false,
    tags: {
      ...record.tags,
      [IMPORT_TAGS.file]: redact(name).slice(0, 200),
      [IMPORT_TAGS.time]: new Date(at).toISOString(),
    },
  }
}

function recordOf(meta: NonNullable<EventFile['meta']>, redact: (text: string) => string): Conversation | null {
  try {
    const parsed: unknown = JSON.parse(redact(meta.text))
    if (!isWireObject(parsed)) return null
    const { value } = redactFields(parsed, 'state')
    if (meta.side === 'app') return readAppConversation(IMPORTED, value)?.conversation ?? null
    return readAgentConversation(IMPORTED, '', value)
  } catch {
    // Broken: the events are what matters.
    return null
  }
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk)
  return hash.digest('hex').slice(0, 32)
}
