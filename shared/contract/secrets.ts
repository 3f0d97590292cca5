import { z } from 'zod'

/** Limits of a usual installation; each can be configured there (contract §5). */
const MOST_SECRETS = 50
const LONGEST_NAME = 256
const MOST_VALUE_BYTES = 65_536

/** Names that an app server refuses, in any letter case (contract §5). */
const REFUSED_NAMES = new Set([
  'OPENVSCODE_SERVER_ROOT',
  'OH_ENABLE_VNC',
  'LOG_JSON',
  'OH_CONVERSATIONS_PATH',
  'OH_BASH_EVENTS_DIR',
  'PYTHONUNBUFFERED',
  'ENV_LOG_LEVEL',
  'OH_WEBHOOKS_0_BASE_URL',
  'OH_ALLOW_CORS_ORIGINS_0',
  'WORKER_1',
  'WORKER_2',
])

/** What a server refuses about a secret, without repeating its value; null when nothing. */
export function secretProblem(name: string, value: string): string | null {
  const upper = name.toUpperCase()
  if (name === '') return 'needs a name'
  if ([...name].length > LONGEST_NAME) return `has a name of more than ${LONGEST_NAME} characters`
  if (upper.startsWith('LLM_') || REFUSED_NAMES.has(upper)) return 'is a name that the server keeps for itself'
  if (new TextEncoder().encode(value).length > MOST_VALUE_BYTES) return `is longer than ${MOST_VALUE_BYTES} bytes`
  return null
}

/** Secrets of a conversation being started. An error's path names the secret, its text never holds the value. */
export const secretsForWritingSchema = z.record(z.string(), z.string()).check(({ value, issues }) => {
  const names = Object.keys(value)
  if (names.length > MOST_SECRETS) {
    issues.push({ code: 'custom', message: `may hold at most ${MOST_SECRETS} secrets`, input: value })
  }
  for (const [name, secret] of Object.entries(value)) {
    const message = secretProblem(name, secret)
    if (message !== null) issues.push({ code: 'custom', path: [name], message, input: value })
  }
})

/** Names of the secrets whose value stands in a text that others will read (seed rule 2.4.2). */
export function secretsInText(secrets: Readonly<Record<string, string>>, text: string): string[] {
  return Object.entries(secrets)
    .filter(([, value]) => value !== '' && text.includes(value))
    .map(([name]) => name)
}
