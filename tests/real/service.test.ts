import { afterAll, beforeAll, describe } from 'vitest'
import type { ConnectionKind } from '../../shared/domain/index.ts'
import { connectionTo, gatewayFor } from '../core/gateway/support/gateway.ts'
import {
  agentServerSuite,
  appServerSuite,
  type Subject,
  startedConversation,
  traitsOf,
} from '../support/service/index.ts'
import {
  AGENT_KEY,
  APP_KEY,
  call,
  MODEL_URL,
  type RealServer,
  realServersMissing,
  startAgentServer,
  startAppServer,
  startModel,
  stopInsides,
} from './realServers.ts'

const missing = realServersMissing()
if (missing !== null) console.warn(`skipped: ${missing}`)

let made = 0

/** What the tests have in common with those of the local service is everything but this. */
function subjectOf(
  server: RealServer,
  kind: ConnectionKind,
  key: string,
  version: Subject['version'],
  conversation: Subject['conversation'],
): Subject {
  const script = (name: string, ...words: string[]) => {
    made += 1
    return `Do it. [[script:${[name, `suite${process.pid}n${made}`, ...words].join(':')}]]`
  }
  return {
    // The server's own limit of 10 a second stays; the one of the cloud's accounts is not there.
    gateway: gatewayFor({}, { limits: [{ limit: 10, spanMs: 1_100 }] }, key),
    connection: connectionTo(server.url, kind),
    key,
    version,
    traits: traitsOf('real'),
    // The app server sets its agents up with one, a bare agent is what it is told to be.
    hasCondenser: kind === 'app',
    texts: { work: () => script('confirm'), long: () => script('slowllm', '1') },
    conversation,
  }
}

describe.skipIf(missing !== null)('a real app server 1.11.0 with agent servers 1.34.0', () => {
  let model: RealServer
  let server: RealServer
  let subject: Subject

  beforeAll(async () => {
    model = await startModel()
    server = await startAppServer()
    let sandboxId: string | null = null
    subject = subjectOf(server, 'app', APP_KEY, '1.34.0', async () => {
      const started = await startedConversation(subject, { sandboxId })
      sandboxId = started.sandboxId
      return started
    })
  })
  afterAll(async () => {
    await server?.stop()
    await model?.stop()
    stopInsides()
  })

  appServerSuite(() => subject)
  agentServerSuite(() => subject)
})

describe.skipIf(missing !== null).each(['1.58.0', '1.34.0'] as const)('a real agent server %s', (version) => {
  let model: RealServer
  let server: RealServer
  let subject: Subject

  beforeAll(async () => {
    model = await startModel()
    server = await startAgentServer(version)
    subject = subjectOf(server, 'agent', AGENT_KEY, version, async () => {
      made += 1
      const llm = {
        model: 'openai/scripted',
        base_url: MODEL_URL,
        api_key: 'x',
        usage_id: 'agent',
        num_retries: 0,
        stream: true,
      }
      const body = {
        workspace: { kind: 'LocalWorkspace', working_dir: `/tmp/handrail-suite-${made}` },
        agent: { kind: 'Agent', llm, tools: [{ name: 'terminal' }, { name: 'file_editor' }] },
      }
      const answer = await call(server.url, 'POST', '/api/conversations', body, { 'x-session-api-key': AGENT_KEY })
      const { id } = answer as { id: string } // the wire of a real server, read outside of the gateway
      return { connectionId: subject.connection.id, conversationId: id.replaceAll('-', '') }
    })
  })
  afterAll(async () => {
    await server?.stop()
    await model?.stop()
    stopInsides()
  })

  agentServerSuite(() => subject)
})
