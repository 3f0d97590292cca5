import type { ConversationRef } from '../../../shared/domain/index.ts'
import { openReadOnly } from '../../core/archive/readOnly.ts'
import { findConversation, nameOf, recordOf } from '../findConversation.ts'
import { writing } from '../writing.ts'
import { clearing } from './clearing.ts'
import type { CommandWork } from './command.ts'

interface Named extends ConversationRef {
  title: string | null
  events: number
  bytes: number
}

/** `forget CONVERSATION…` */
export const forgetCommand: CommandWork = async ({ options, files, output, signal }) => {
  // All of them are known before the first is deleted.
  const conversations = await named(options.dataDir, options.words)
  const freed = await writing(options.dataDir, files, output.note, (archive) =>
    clearing(archive, output, signal, () => archive.forgetConversations(conversations, 'all')),
  )
  const lines = conversations.map(
    (one) => `${String(one.events).padStart(8)}  ${nameOf(one)}  ${one.title ?? 'untitled'}: deleted here`,
  )
  const sum = `${(freed.freedBytes / 1e6).toFixed(1)} MB are free again`
  output.result({ conversations, ...freed }, [...lines, sum].join('\n'))
  return true
}

async function named(dataDir: string, words: readonly string[]): Promise<Named[]> {
  const archive = openReadOnly(dataDir)
  try {
    const sizes = (await archive.usage()).conversations
    return words.map((word) => {
      const { connectionId, conversationId } = findConversation(archive, word)
      const ref = { connectionId, conversationId }
      const { events, bytes } = sizes.find((one) => nameOf(one) === nameOf(ref)) ?? { events: 0, bytes: 0 }
      return { ...ref, title: recordOf(archive, ref)?.title ?? null, events, bytes }
    })
  } finally {
    archive.close()
  }
}
