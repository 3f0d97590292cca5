/** An image that sandboxes can be made of (contract §4). */
export interface SandboxSpec {
  id: string
  command: string[] | null
  createdMs: number
  /** Values may be secrets. */
  initialEnv: Record<string, string>
  workingDir: string
}

/** Where the work of a sandbox lies, whatever its image. */
export const WORKING_DIR = '/workspace/project'

const IMAGE = 'ghcr.io/openhands/agent-server'
const COMMAND = ['/usr/local/bin/openhands-agent-server', '--port', '60000']

function spec(tag: string, day: string, env: Record<string, string> = {}): SandboxSpec {
  return {
    id: `${IMAGE}:${tag}`,
    command: COMMAND,
    createdMs: Date.parse(`${day}T08:00:00Z`),
    initialEnv: { LOG_JSON: 'true', OH_CONVERSATIONS_PATH: '/workspace/conversations', ...env },
    workingDir: WORKING_DIR,
  }
}

/** The first is what a sandbox is made of when nobody chooses. */
export const SANDBOX_SPECS: readonly [SandboxSpec, ...SandboxSpec[]] = [
  spec('1.58.0-python', '2026-11-02'),
  spec('1.58.0-java', '2026-11-02', { JAVA_HOME: '/usr/lib/jvm/21', MAVEN_MIRROR_TOKEN: 'test-mirror-token-0001' }),
  spec('1.34.0-python', '2026-05-18'),
]
