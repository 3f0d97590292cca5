/** The account's saved model profiles, by name: whose conversation it is may switch to one of them (contract §10). */
export const PROFILES: ReadonlyMap<string, string> = new Map([
  ['default', 'anthropic/claude-sonnet-4-5'],
  ['fast', 'anthropic/claude-haiku-4-5'],
  ['thorough', 'anthropic/claude-opus-4-5'],
])
