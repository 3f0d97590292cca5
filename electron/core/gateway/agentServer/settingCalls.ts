import {
  analyzerForSendingSchema,
  policyForSendingSchema,
  secretsForSendingSchema,
} from '../../../../shared/contract/index.ts'
import type { AgentSettings } from '../../../../shared/domain/index.ts'
import { requireObject } from '../http/answerShape.ts'
import { fieldsOf } from '../records/fields.ts'
import { hexId } from '../records/ids.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentCommands } from './agentCommands.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'
import { command } from './command.ts'
import type { FeatureCheck } from './featureCheck.ts'
import { FIRST_TOUCH_MS } from './recordCalls.ts'

type Settings = 'settings' | 'setPolicy' | 'setAnalyzer' | 'addSecrets'

export function settingCalls(
  session: AgentSession,
  features: FeatureCheck,
  holdSecret: (value: string) => void,
): Pick<AgentCommands, Settings> {
  return {
    async settings(conversationId, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: `${conversationPath(conversationId)}?include_skills=false`,
          purpose: `read how conversation ${shortId(conversationId)} is set up`,
          isIdempotent: true,
          silenceMs: FIRST_TOUCH_MS,
        },
        signal,
      )
      return readSettings(requireObject(call, answer))
    },

    setPolicy(conversationId, choice, signal) {
      const purpose = `set when the agent of conversation ${shortId(conversationId)} must ask`
      const policy =
        choice.kind === 'ConfirmRisky'
          ? { kind: choice.kind, threshold: choice.threshold, confirm_unknown: choice.confirmUnknown }
          : choice
      return features.using('policy', { conversationId, purpose, signal }, async () => {
        const body = checked(policyForSendingSchema, { policy }, purpose)
        await command(session, conversationId, 'confirmation_policy', { body, purpose, isIdempotent: true }, signal)
      })
    },

    setAnalyzer(conversationId, kind, signal) {
      const purpose = `set the security analyzer of conversation ${shortId(conversationId)}`
      return features.using('analyzer', { conversationId, purpose, signal }, async () => {
        const analyzer = { security_analyzer: kind === null ? null : { kind } }
        const body = checked(analyzerForSendingSchema, analyzer, purpose)
        await command(session, conversationId, 'security_analyzer', { body, purpose, isIdempotent: true }, signal)
      })
    },

    addSecrets(conversationId, secrets, signal) {
      const purpose = `give secrets to conversation ${shortId(conversationId)}`
      // Before anything else: an error of the server repeats what it was sent.
      for (const value of Object.values(secrets)) holdSecret(value)
      return features.using('secrets', { conversationId, purpose, signal }, async () => {
        const body = checked(secretsForSendingSchema, { secrets }, purpose)
        await command(session, conversationId, 'secrets', { body, purpose, isIdempotent: true }, signal)
      })
    },
  }
}

/** Only what is named is looked at: the record holds the agent's configuration with its credentials too. */
function readSettings(record: object): AgentSettings {
  const fields = fieldsOf(record)
  const policy = fields.object('confirmation_policy')
  const forkedFrom = fields.text('forked_from_conversation_id')
  const confirmUnknown = policy.raw('confirm_unknown')
  return {
    policy: {
      kind: policy.text('kind') ?? 'NeverConfirm',
      threshold: policy.text('threshold'),
      confirmUnknown: typeof confirmUnknown === 'boolean' ? confirmUnknown : null,
    },
    analyzer: fields.object('security_analyzer').text('kind'),
    leafEventId: fields.text('leaf_event_id'),
    forkedFrom:
      forkedFrom === null ? null : { conversationId: hexId(forkedFrom), eventId: fields.text('forked_from_event_id') },
    secretNames: fields
      .object('secret_registry')
      .object('secret_sources')
      .entries()
      .map(([name]) => name),
    maxIterations: fields.number('max_iterations'),
  }
}
