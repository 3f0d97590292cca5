import { terminalCall } from '../scripted/tools.ts'
import type { Conversation } from '../world/conversation.ts'

const LINE = '2026-11-21T09:16:11 INFO worker queue=billing job=invoice-sync processed=1 retries=0 took=12ms\n'

/** Writes events as fast as they can be made: actions and observations in turn, of about the given size. */
export function fire(conversation: Conversation, count: number, bytes: number): string[] {
  const ids: string[] = []
  const before = conversation.log.length
  while (conversation.log.length < before + count) {
    const n = conversation.log.length
    const padding = LINE.repeat(Math.max(Math.ceil((bytes - 500) / LINE.length), 1))
    const call = terminalCall(`tail -n 50 log/worker-${n}.log`, padding)
    const [open] = conversation.writer.actions({ kind: 'act', thought: bytes > 100_000 ? padding : '', calls: [call] })
    if (open !== undefined && conversation.log.length < before + count) conversation.writer.observation(open)
  }
  for (const event of conversation.log.events.slice(before)) ids.push(event.id)
  return ids
}
