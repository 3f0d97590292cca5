import type { Sandbox } from '../../../shared/domain/index.ts'
import type { Tone } from '../../ui/index.ts'

export type SandboxAction = 'pause' | 'resume'

/** What can be asked of a sandbox in this status; nothing while it starts, or when it is gone. */
export function sandboxAction({ status }: Sandbox): SandboxAction | null {
  if (status === 'RUNNING') return 'pause'
  return status === 'PAUSED' ? 'resume' : null
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
