import { isSurelyGone, type Sandbox } from '../../../shared/domain/index.ts'
import { type Affected, conversationTone, conversationWord, shortId, type Tone } from '../../ui/index.ts'

export type SandboxAction = 'pause' | 'resume' | 'delete'

/** What stops or wakes a sandbox in this status; nothing while it starts, is gone or broken. */
export function powerAction({ status }: Sandbox): 'pause' | 'resume' | null {
  if (status === 'RUNNING') return 'pause'
  return status === 'PAUSED' ? 'resume' : null
}

/** One sighting of MISSING can also mean that the runtime could not be asked: nothing is cleared away on that. */
export function canDelete(sandbox: Sandbox): boolean {
  return sandbox.status !== 'MISSING' || isSurelyGone(sandbox)
}

export function sandboxTone(status: string): Tone {
  switch (status) {
    case 'RUNNING':
      return 'ok'
    case 'STARTING':
      return 'accent'
    case 'ERROR':
      return 'danger'
    default:
      return 'faint'
  }
}

/** The part of an image's name that tells specs apart. */
export function specName(specId: string): string {
  return specId.slice(specId.lastIndexOf('/') + 1)
}

export function conversationName({ title, conversationId }: Sandbox['conversations'][number]): string {
  return title ?? `untitled · ${shortId(conversationId)}`
}

/** The conversations in a sandbox with their run state, as a question names them. */
export function affectedBy({ conversations }: Sandbox): Affected[] {
  return conversations.map((conversation) => {
    const { conversationId, executionStatus } = conversation
    const parts = { executionStatus, sandboxStatus: null }
    return {
      id: conversationId,
      name: conversationName(conversation),
      state: executionStatus === null ? 'not running' : conversationWord(parts),
      tone: executionStatus === null ? 'faint' : conversationTone(parts),
    }
  })
}
