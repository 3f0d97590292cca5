import type { SandboxStatus } from '../../../shared/contract/index.ts'
import type { Random } from '../random.ts'

/** An execution environment: one agent server with one key for all its conversations. */
export class Sandbox {
  readonly id: string
  readonly createdMs: number
  readonly specId: string
  statusDetail: string | null = null
  sessionKey: string | null = null
  /** Where its agent server listens, while RUNNING. */
  url: string | null = null
  /** The runtime interface gives no answer about it: it is shown as MISSING and runs on (contract §4, §16.23). */
  isUnreachable = false
  #status: SandboxStatus

  constructor(id: string, createdMs: number, specId: string, status: SandboxStatus) {
    this.id = id
    this.createdMs = createdMs
    this.specId = specId
    this.#status = status
  }

  /** As the app server knows it. */
  get status(): SandboxStatus {
    return this.isUnreachable ? 'MISSING' : this.#status
  }

  set status(status: SandboxStatus) {
    this.#status = status
    this.statusDetail = null
  }

  get isAwake(): boolean {
    return this.status === 'RUNNING' || this.status === 'STARTING'
  }

  /** A new session key; the one before is worthless from now on (contract §4). */
  rotateKey(random: Random): string {
    this.sessionKey = random.base62(43)
    return this.sessionKey
  }
}
