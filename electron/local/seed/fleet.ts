import type { ExecutionStatus, SandboxStatus } from '../../../shared/contract/index.ts'

/** A sandbox of the first run. */
export interface SeededSandbox {
  id: string
  status: SandboxStatus
  detail?: string
  ageMinutes: number
}

/** A conversation of the first run. */
export interface SeededConversation {
  title: string
  request: string
  repository: string
  tags: Record<string, string>
  sandbox: string
  status: ExecutionStatus
  events: number
  cost: number
  /** How long ago it was started and when its last event was, in minutes. */
  startedMinutes: number
  lastMinutes: number
}

export const SANDBOXES: readonly SeededSandbox[] = [
  { id: 'k3f7Qm2bVx81LdPz0aRt9a', status: 'RUNNING', ageMinutes: 161 },
  { id: 't81nWc5YpK4sJ0eUuB7Gc0', status: 'RUNNING', ageMinutes: 58 },
  { id: 'q77ZrT9oHd3iMv6FxL2See', status: 'RUNNING', ageMinutes: 214 },
  { id: 'm2bK8yAqE1wCn5RgS4Xj07', status: 'RUNNING', ageMinutes: 322 },
  { id: 'z9cP6tN0uIh7DfVlY3Bod3', status: 'PAUSED', ageMinutes: 1740 },
  { id: 'p0dG4sMz8kJaWe2QvC5r41', status: 'ERROR', detail: 'image pull failed', ageMinutes: 44 },
]

export const CONVERSATIONS: readonly SeededConversation[] = [
  {
    title: 'Fix flaky login test',
    request: 'The login spec fails about one time in ten on CI. Find out why and fix it. Ticket LOG142.',
    repository: 'acme/shop',
    tags: { team: 'web', ticket: 'LOG142' },
    sandbox: 'k3f7Qm2bVx81LdPz0aRt9a',
    status: 'waiting_for_confirmation',
    events: 406,
    cost: 1.38,
    startedMinutes: 52,
    lastMinutes: 2,
  },
  {
    title: 'Bump zod to 4 across packages',
    request: 'Bump zod to version 4 in every package of the workspace. One commit per package.',
    repository: 'acme/platform',
    tags: { team: 'core' },
    sandbox: 'k3f7Qm2bVx81LdPz0aRt9a',
    status: 'running',
    events: 310,
    cost: 0.62,
    startedMinutes: 38,
    lastMinutes: 0.05,
  },
  {
    title: 'Migrate billing cron to queue',
    request: 'Move the nightly billing cron jobs to the queue, one job at a time, without missing a run.',
    repository: 'acme/billing',
    tags: { team: 'pay', ticket: 'PAY77' },
    sandbox: 't81nWc5YpK4sJ0eUuB7Gc0',
    status: 'finished',
    events: 12_000,
    cost: 6.04,
    startedMinutes: 55,
    lastMinutes: 4,
  },
  {
    title: 'Write e2e for checkout',
    request: 'Write end-to-end tests for the checkout: guest, saved card, declined card, and a lost connection.',
    repository: 'acme/shop',
    tags: { team: 'web' },
    sandbox: 't81nWc5YpK4sJ0eUuB7Gc0',
    status: 'idle',
    events: 184,
    cost: 0.11,
    startedMinutes: 41,
    lastMinutes: 6,
  },
  {
    title: 'Upgrade Postgres client',
    request: 'Upgrade the Postgres client to its current major version and fix what breaks.',
    repository: 'acme/platform',
    tags: { team: 'core', ticket: 'INF9' },
    sandbox: 'q77ZrT9oHd3iMv6FxL2See',
    status: 'error',
    events: 268,
    cost: 0.47,
    startedMinutes: 73,
    lastMinutes: 11,
  },
  {
    title: 'Explain slow report query',
    request: 'The revenue report takes 40 seconds. Explain the query plan and say what to do; change nothing.',
    repository: 'acme/bi',
    tags: { team: 'data' },
    sandbox: 'q77ZrT9oHd3iMv6FxL2See',
    status: 'finished',
    events: 161,
    cost: 0.09,
    startedMinutes: 90,
    lastMinutes: 25,
  },
  {
    title: 'Add SSO to admin',
    request: 'Add single sign-on to the admin application. Keep password login for break-glass accounts.',
    repository: 'acme/admin',
    tags: { team: 'sec', ticket: 'SEC31' },
    sandbox: 'q77ZrT9oHd3iMv6FxL2See',
    status: 'stuck',
    events: 512,
    cost: 2.1,
    startedMinutes: 204,
    lastMinutes: 62,
  },
  {
    title: 'Refactor image pipeline',
    request: 'Split the image pipeline into resize, encode and upload stages that can be tested alone.',
    repository: 'acme/media',
    tags: { team: 'web' },
    sandbox: 'm2bK8yAqE1wCn5RgS4Xj07',
    status: 'paused',
    events: 840,
    cost: 9.8,
    startedMinutes: 310,
    lastMinutes: 121,
  },
  {
    title: 'Clean up preview apps',
    request: 'Delete preview deployments whose pull request was closed more than a week ago.',
    repository: 'acme/ops',
    tags: { team: 'infra' },
    sandbox: 'm2bK8yAqE1wCn5RgS4Xj07',
    status: 'deleting',
    events: 96,
    cost: 0.21,
    startedMinutes: 280,
    lastMinutes: 190,
  },
  {
    title: 'Triage backlog issues',
    request: 'Read the open issues of the shop, label them, and close duplicates with a kind note.',
    repository: 'acme/shop',
    tags: { team: 'web' },
    sandbox: 'z9cP6tN0uIh7DfVlY3Bod3',
    status: 'paused',
    events: 1290,
    cost: 14.22,
    startedMinutes: 1730,
    lastMinutes: 1440,
  },
  {
    title: 'Rotate staging certificates',
    request: 'The staging certificates expire on Friday. Rotate them and note the steps in the runbook.',
    repository: 'acme/infra',
    tags: { team: 'infra', ticket: 'INF22' },
    sandbox: 'p0dG4sMz8kJaWe2QvC5r41',
    status: 'idle',
    events: 58,
    cost: 0.07,
    startedMinutes: 43,
    lastMinutes: 31,
  },
  {
    title: 'Rewrite README',
    request: 'Rewrite the README: what it is, a picture, two commands. Half the length.',
    repository: 'acme/docs',
    tags: { team: 'docs' },
    sandbox: 'x4wGone000000000000000',
    status: 'finished',
    events: 102,
    cost: 0.05,
    startedMinutes: 2950,
    lastMinutes: 2880,
  },
]

/** Names and descriptions of the account's secrets. */
export const SECRETS: readonly [name: string, description: string][] = [
  ['NPM_TOKEN', 'Publishes packages of acme'],
  ['SENTRY_DSN', ''],
  ['STAGING_DATABASE_URL', 'Read only'],
]
