import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { toolDefinitionSchema } from '../../shared/contract/events/turns.ts'
import * as contract from '../../shared/contract/index.ts'
import { mutantsOf } from './mutations.ts'
import { OpenApi } from './openapi.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]
const cloud = new OpenApi('cloud-openapi.json')
const agent = new OpenApi('agent-openapi-1.58.0.json')

/** Every event has these on every server, although the published schemas give them defaults. */
const event = (value: object) => ({ ...value, id: 'event-1', timestamp: '2026-02-27T20:05:58.862628' })
const record = (value: object) => ({ ...value, id: '0f'.repeat(16) })
const asIs = (value: object) => value

const PROFILE_LIST = 'openhands__app_server__settings__settings_router__ProfileListResponse'
/** The published schema says date-time, which its samples are not. */
const CONFIG_TIMES = { updated_at: '2026-01-01T00:00:00Z', maintenance_start_time: null }

type Case = [name: string, document: OpenApi, schema: z.ZodType, complete: (value: object) => object]
const CASES: Case[] = [
  ...contract.EVENT_KINDS.map((kind): Case => [`${kind}-Output`, cloud, contract.wireEventSchema, event]),
  ...contract.EVENT_KINDS.map((kind): Case => [kind, agent, contract.wireEventSchema, event]),
  ...contract.ACTION_KINDS.map((kind): Case => [`${kind}-Output`, cloud, contract.actionSchema, asIs]),
  ...contract.ACTION_KINDS.map((kind): Case => [kind, agent, contract.actionSchema, asIs]),
  ...contract.OBSERVATION_KINDS.map((kind): Case => [`${kind}-Output`, cloud, contract.observationSchema, asIs]),
  ...contract.OBSERVATION_KINDS.map((kind): Case => [kind, agent, contract.observationSchema, asIs]),
  ['EventPage', cloud, contract.eventPageSchema, (page) => ({ ...page, items: [] })],
  ['AppConversation', cloud, contract.appConversationSchema, record],
  ['SharedConversation', cloud, contract.sharedConversationSchema, record],
  ['AppConversationStartTask', cloud, contract.startTaskSchema, record],
  ['SandboxInfo', cloud, contract.sandboxSchema, asIs],
  ['SandboxPage', cloud, contract.sandboxPageSchema, asIs],
  ['SandboxSpecInfo', cloud, contract.sandboxSpecSchema, asIs],
  ['SandboxSpecInfoPage', cloud, contract.sandboxSpecPageSchema, asIs],
  ['CurrentApiKeyResponse', cloud, contract.currentKeySchema, asIs],
  ['WebClientConfig', cloud, contract.webClientConfigSchema, (value) => ({ ...value, ...CONFIG_TIMES })],
  ['GETSettingsModel', cloud, contract.settingsSchema, asIs],
  ['SaasUserInfo', cloud, contract.userSchema, asIs],
  [PROFILE_LIST, cloud, contract.profileListSchema, asIs],
  ['CustomSecretPage', cloud, contract.storedSecretPageSchema, asIs],
  ['EditResponse', cloud, contract.editAnswerSchema, asIs],
  ['Metrics', cloud, contract.metricsSchema, asIs],
  ['MetricsSnapshot', cloud, contract.metricsSchema, asIs],
  ['ConversationStats', cloud, contract.conversationStatsSchema, asIs],
  ['CriticResult', cloud, contract.criticResultSchema, asIs],
  ['Message', cloud, contract.messageSchema, asIs],
  ['ToolDefinition-Output', cloud, toolDefinitionSchema, asIs],
  ['Success', cloud, contract.successSchema, (value) => ({ success: true, ...value })],
  ['AppSendMessageResponse', cloud, contract.messageSentSchema, asIs],
  ['PendingMessageResponse', cloud, contract.messageQueuedSchema, (value) => ({ ...value, position: 1 })],
  ['HTTPValidationError', cloud, contract.validationBodySchema, (value) => ({ detail: [], ...value })],
]
/** Kinds of one server only. */
const published = CASES.filter(([name, document]) => document.has(name))

/**
 * What today's published schemas reject and real servers send: null fields left out (contract §16.14), fields that older
 * app servers did not have (contract §16.37), class names of tools that somebody else wrote, and what integrations of the
 * server keep in a start request.
 */
const SENT_BY_REAL_SERVERS: Record<string, RegExp> = {
  AppConversation: /^dropped: (created_by_user_id|acp_server|launched_agent_profile)$/,
  AppConversationStartTask: /^dropped: (created_by_user_id|request)$|: request\.processors\[/,
  SandboxInfo: /^dropped: (created_by_user_id|session_api_key)$/,
  SandboxPage: /^dropped: .*\.(created_by_user_id|session_api_key)$/,
  SandboxSpecInfo: /^dropped: command$/,
  SandboxSpecInfoPage: /^dropped: .*\.command$/,
  CurrentApiKeyResponse: /^dropped: (name|bound_org_id)$/,
  CriticResult: /^dropped: message$/,
  'TerminalObservation-Output': /^dropped: command$/,
  TerminalObservation: /^dropped: command$/,
  'ToolDefinition-Output': /^other value: kind$/,
}

const total = { rejected: 0, refused: 0 }

describe('what the published schemas accept and reject', () => {
  test.each(published)('%s', async (name, document, schema, complete) => {
    let rejected = 0
    const unrefused: string[] = []
    const unnamed: string[] = []
    for (const seed of SEEDS) {
      const made = await document.sample(name, seed)
      const sample = complete(typeof made === 'object' && made !== null ? made : {})
      expect(document.accepts(name, sample), JSON.stringify(sample)).toBe(true)
      expect(contract.readStrict(schema, sample)).toStrictEqual({ ok: true, value: sample })

      for (const { path, change, value } of mutantsOf(sample)) {
        if (document.accepts(name, value)) continue
        const { deviations } = contract.readLenient(schema, value)
        total.rejected += 1
        total.refused += deviations.length > 0 ? 1 : 0
        const what = `${change}: ${path}`
        if (SENT_BY_REAL_SERVERS[name]?.test(what) === true) continue
        rejected += 1
        if (deviations.length === 0) unrefused.push(what)
        else if (!deviations.some((deviation) => isWithin(deviation.path, path))) unnamed.push(what)
      }
    }
    expect(rejected).toBeGreaterThan(0)
    expect(unrefused.length / rejected, unrefused.join('\n')).toBeLessThanOrEqual(0.05)
    expect(unnamed.length / rejected, unnamed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  afterAll(() => {
    console.log(`${total.refused} of ${total.rejected} rejected values are refused`)
    expect(total.refused / total.rejected).toBeGreaterThanOrEqual(0.95)
  })
})

/** A reading names the changed field itself, or, where a type is missing, something inside it. */
function isWithin(found: string, changed: string): boolean {
  return found === changed || found.startsWith(`${changed}.`) || found.startsWith(`${changed}[`)
}
