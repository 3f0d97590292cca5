import type { Connection, Conversation, ExposedUrl, Sandbox, SandboxSpec } from '../../../shared/domain/index.ts'
import { FAKE_START_MS } from './fakeEvents.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const CLOUD = 'cloud'

export function fakeConnections(): Connection[] {
  return [
    {
      id: CLOUD,
      name: 'acme · cloud',
      kind: 'app',
      baseUrl: 'https://app.example.test',
      isLocal: false,
      orgId: null,
      createdAt: Date.now() - 30 * DAY,
    },
  ]
}

interface Sketch {
  title: string
  run: string | null
  sandbox: string
  sandboxStatus: string
  repository: string
  branch?: string
  tags?: Record<string, string>
  cost: number
  age: number
  deviations?: string[]
}

const SKETCHES: Sketch[] = [
  {
    title: 'Fix flaky login test',
    run: 'waiting_for_confirmation',
    sandbox: 'k3f71b29a',
    sandboxStatus: 'RUNNING',
    repository: 'acme/shop',
    tags: { team: 'web', ticket: 'LOG142' },
    cost: 1.38,
    age: 2 * MINUTE,
  },
  {
    title: 'Bump zod to 4 across packages',
    run: 'running',
    sandbox: 'k3f71b29a',
    sandboxStatus: 'RUNNING',
    repository: 'acme/platform',
    branch: 'chore/zod-4',
    tags: { team: 'core' },
    cost: 0.62,
    age: 4_000,
  },
  {
    title: 'Migrate billing cron to queue',
    run: 'running',
    sandbox: 't81d44ec0',
    sandboxStatus: 'RUNNING',
    repository: 'acme/billing',
    tags: { team: 'pay', ticket: 'PAY77' },
    cost: 6.04,
    age: 9_000,
  },
  {
    title: 'Write e2e for checkout',
    run: 'idle',
    sandbox: 't81d44ec0',
    sandboxStatus: 'RUNNING',
    repository: 'acme/shop',
    tags: { team: 'web' },
    cost: 0.11,
    age: 6 * MINUTE,
  },
  {
    title: 'Upgrade Postgres client',
    run: 'error',
    sandbox: 'p0d9a3141',
    sandboxStatus: 'RUNNING',
    repository: 'acme/platform',
    tags: { team: 'core', ticket: 'INF9' },
    cost: 0.47,
    age: 11 * MINUTE,
  },
  {
    title: 'Explain slow report query',
    run: 'finished',
    sandbox: 'q77c02fee',
    sandboxStatus: 'RUNNING',
    repository: 'acme/bi',
    tags: { team: 'data' },
    cost: 0.09,
    age: 25 * MINUTE,
  },
  {
    title: 'Add SSO to admin',
    run: 'stuck',
    sandbox: 'q77c02fee',
    sandboxStatus: 'RUNNING',
    repository: 'acme/admin',
    tags: { team: 'sec', ticket: 'SEC31' },
    cost: 2.1,
    age: HOUR,
  },
  {
    title: 'Refactor image pipeline',
    run: 'paused',
    sandbox: 'm2b580c07',
    sandboxStatus: 'RUNNING',
    repository: 'acme/media',
    tags: { team: 'web' },
    cost: 9.8,
    age: 2 * HOUR,
  },
  {
    title: 'Triage backlog issues',
    run: null,
    sandbox: 'z9c11e8d3',
    sandboxStatus: 'PAUSED',
    repository: 'acme/shop',
    tags: { team: 'web' },
    cost: 14.22,
    age: DAY,
  },
  {
    title: 'Rewrite README',
    run: null,
    sandbox: 'z9c11e8d3',
    sandboxStatus: 'PAUSED',
    repository: 'acme/docs',
    tags: { team: 'docs' },
    cost: 0.05,
    age: 2 * DAY,
  },
  {
    title: 'Nightly dependency audit',
    run: 'analysing',
    sandbox: 'v5e20ab1f',
    sandboxStatus: 'STARTING',
    repository: 'acme/platform',
    cost: 0,
    age: 20_000,
    deviations: ['execution_status: unknown value "analysing"'],
  },
  {
    title: 'Port search to the new index',
    run: null,
    sandbox: 'x4a97f6b2',
    sandboxStatus: 'MISSING',
    repository: 'acme/search',
    tags: { team: 'data', owner: 'kim' },
    cost: 3.3,
    age: 9 * DAY,
  },
]

/** 32 hex digits, as the wire has them. */
export function fakeConversationId(index: number): string {
  return (index + 1).toString(16).padStart(2, '0').repeat(16)
}

export function fakeConversations(connectionId: string = CLOUD): Conversation[] {
  return SKETCHES.map((sketch, index) => conversation(connectionId, sketch, index))
}

function conversation(connectionId: string, sketch: Sketch, index: number): Conversation {
  return {
    connectionId,
    conversationId: fakeConversationId(index),
    title: sketch.title,
    executionStatus: sketch.run,
    sandboxStatus: sketch.sandboxStatus,
    sandboxId: sketch.sandbox,
    conversationUrl: sketch.sandboxStatus === 'RUNNING' ? `https://${sketch.sandbox}.example.test/api` : null,
    repository: sketch.repository,
    branch: sketch.branch ?? 'main',
    gitProvider: 'github',
    model: 'claude-sonnet',
    acpServer: null,
    trigger: null,
    isPublic: false,
    parentConversationId: null,
    subConversationIds: [],
    tags: sketch.tags ?? {},
    usage: {
      costUsd: sketch.cost,
      promptTokens: Math.round(sketch.cost * 290_000),
      completionTokens: Math.round(sketch.cost * 9_000),
      cacheReadTokens: Math.round(sketch.cost * 180_000),
      contextWindow: 200_000,
    },
    // Where the fake events begin.
    createdAt: FAKE_START_MS,
    updatedAt: Date.now() - sketch.age,
    isDeleted: false,
    deviations: sketch.deviations ?? [],
  }
}

function fakeUrls(sandbox: string): ExposedUrl[] {
  const host = `${sandbox}.example.test`
  return [
    { name: 'AGENT_SERVER', url: `https://${host}/`, port: 60_000, hasToken: false },
    { name: 'VSCODE', url: `https://vscode-${host}/?folder=%2Fworkspace`, port: 60_001, hasToken: true },
    { name: 'WORKER_1', url: `https://work-1-${host}/`, port: 12_000, hasToken: false },
  ]
}

export const FAKE_SPEC = 'ghcr.io/openhands/agent-server:1.58.0-python'

/** What new sandboxes can be made of. */
export function fakeSpecs(connectionId: string = CLOUD): SandboxSpec[] {
  return [FAKE_SPEC, 'ghcr.io/openhands/agent-server:1.58.0-java'].map((id) => ({
    connectionId,
    id,
    command: ['/usr/local/bin/openhands-agent-server', '--port', '60000'],
    createdAt: Date.now() - 19 * DAY,
    workingDir: '/workspace/project',
    environment: ['LOG_JSON', 'MAVEN_MIRROR_TOKEN'],
  }))
}

/** The sandboxes that the conversations live in. */
export function fakeSandboxes(conversations: readonly Conversation[]): Sandbox[] {
  const found = new Map<string, Sandbox>()
  for (const one of conversations) {
    if (one.sandboxId === null) continue
    const sandbox = found.get(one.sandboxId) ?? {
      connectionId: one.connectionId,
      id: one.sandboxId,
      status: one.sandboxStatus ?? 'MISSING',
      statusDetail: one.sandboxStatus === 'STARTING' ? 'pulling image' : null,
      specId: FAKE_SPEC,
      createdAt: (one.updatedAt ?? Date.now()) - HOUR,
      exposedUrls: one.sandboxStatus === 'RUNNING' ? fakeUrls(one.sandboxId) : [],
      conversations: [],
      absence: one.sandboxStatus === 'MISSING' ? { seen: 1, since: Date.now() - 4_000 } : null,
      deviations: [],
    }
    const { conversationId, title, executionStatus } = one
    found.set(one.sandboxId, {
      ...sandbox,
      conversations: [...sandbox.conversations, { conversationId, title, executionStatus }],
    })
  }
  return [...found.values()]
}
