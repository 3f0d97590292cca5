import { afterAll, beforeAll, describe } from 'vitest'
import { type LocalService, type LocalServiceOptions, startLocalService } from '../../../electron/local/index.ts'
import {
  agentServerSuite,
  appServerSuite,
  type Subject,
  startedConversation,
  traitsOf,
} from '../../support/service/index.ts'
import { connectionTo, gatewayFor } from '../gateway/support/gateway.ts'

const OPTIONS: LocalServiceOptions = { empty: true, speed: 100, tagLagMs: 60, historyLagMs: 40, runningLimit: 50 }

/** What the tests have in common with those of real servers is everything but this. */
const LOCAL: Pick<Subject, 'traits' | 'hasCondenser' | 'texts'> = {
  traits: traitsOf('local'),
  hasCondenser: true,
  texts: {
    work: (key) => `Answer briefly: ${key}`,
    long: (key) => `Fix the flaky login test: ${key}`,
  },
}

const gatewayWith = (key: string) => gatewayFor({}, { limits: [{ limit: 10_000, spanMs: 1_000 }] }, key)

describe.each([
  ['1.58.0', '1.58'],
  ['1.34.0', '1.34'],
] as const)('the local app server with agent servers %s', (version, dialect) => {
  let service: LocalService
  let subject: Subject

  beforeAll(async () => {
    service = await startLocalService({ ...OPTIONS, dialect })
    let sandboxId: string | null = null
    subject = {
      ...LOCAL,
      gateway: gatewayWith(service.key),
      connection: connectionTo(service.url),
      key: service.key,
      version,
      async conversation() {
        const started = await startedConversation(subject, { sandboxId })
        sandboxId = started.sandboxId
        return started
      },
    }
  })
  afterAll(() => service.close())

  appServerSuite(() => subject)
  // The newer one is asked directly, below.
  if (version === '1.34.0') agentServerSuite(() => subject)
})

describe('a local agent server 1.58.0, asked directly', () => {
  let service: LocalService
  let subject: Subject

  beforeAll(async () => {
    service = await startLocalService({ ...OPTIONS, dialect: '1.58' })
    const id = await service.control.addConversation({ events: 1 })
    const app = gatewayWith(service.key).appServer(connectionTo(service.url))
    const [record] = await app.conversations([id], 'person', new AbortController().signal)
    const { origin } = new URL(record?.conversationUrl ?? '')
    const key = service.control.rotateSessionKey(record?.sandboxId ?? '')
    subject = {
      ...LOCAL,
      gateway: gatewayWith(key),
      connection: connectionTo(origin, 'agent'),
      key,
      version: '1.58.0',
      async conversation() {
        const response = await fetch(`${origin}/api/conversations`, {
          method: 'POST',
          headers: { 'x-session-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({
            workspace: { kind: 'LocalWorkspace', working_dir: '/workspace/project' },
            agent: { kind: 'Agent', llm: { model: 'scripted' } },
          }),
        })
        const { id } = (await response.json()) as { id: string } // read outside of the gateway
        return { connectionId: subject.connection.id, conversationId: id.replaceAll('-', '') }
      },
    }
  })
  afterAll(() => service.close())

  agentServerSuite(() => subject)
})
