import type { SandboxStatus } from '../../../shared/contract/index.ts'
import type { Random } from '../random.ts'

/** An execution environment: one agent server with one key for all its conversations. */
export class Sandbox {
  readonly id: string
  readonly createdMs: number
  readonly specId: string
  status: SandboxStatus
  statusDetail: string | null = null
  sessionKey: string | null = null
  /** Where its agent server listens, while RUNNING. */
  url: string | null = null

  constructor(id: string, createdMs: number, specId: string, status: SandboxStatus) {
    this.id = id
    this.createdMs = createdMs
    this.specId = specId
    this.status = status
  }

  /** A new session key; the one before is worthless from now on (contract §4). */
  rotateKey(random: Random): string {
    this.sessionKey = random.base62(43)
    return this.sessionKey
  }
}
