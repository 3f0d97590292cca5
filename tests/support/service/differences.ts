import type { FailureCode } from '../../../shared/domain/index.ts'

/** One thing in which the local service and the real servers differ on purpose; docs/local-service.md tells each. */
interface Difference<T> {
  /** As docs/local-service.md names it. */
  what: string
  local: T
  /** openhands-ai 1.11.0 with agent servers 1.34.0 and 1.58.0. */
  real: T
}

const difference = <T>(what: string, local: T, real: T): Difference<T> => ({ what, local, real })

/** Whatever is not here has to be the same. */
export const DIFFERENCES = {
  tellsKey: difference('What a key may do', true, false),
  tellsUser: difference('Who the user is', true, false),
  hasProfiles: difference('Model profiles', true, false),
  showsShared: difference('Shared conversations', true, false),
  listsFiles: difference('Files of a workspace', true, false),
  hasSkills: difference('Skills and hooks', true, false),
  addresses: difference('Addresses of a sandbox', ['AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2'], ['AGENT_SERVER']),
  afterSandbox: difference<FailureCode>('Message to a deleted sandbox', 'gone', 'not-found'),
  specs: difference('Sandbox specs', 3, 1),
  showsMcpServers: difference('MCP servers after a registration', true, false),
} satisfies Record<string, Difference<unknown>>

export type Side = 'local' | 'real'
/** What one side does, where the sides differ. */
export type Traits = { [Name in keyof typeof DIFFERENCES]: (typeof DIFFERENCES)[Name]['local'] }

export function traitsOf(side: Side): Traits {
  return Object.fromEntries(Object.entries(DIFFERENCES).map(([name, each]) => [name, each[side]])) as Traits // the same names
}
