import { agentStartForSendingSchema } from '../../../../shared/contract/index.ts'
import { type AgentStart, HandrailError } from '../../../../shared/domain/index.ts'
import { wrongShape } from '../http/answerShape.ts'
import { readAgentConversation } from '../records/agentConversation.ts'
import { checked } from '../sending.ts'
import type { AgentCommands } from './agentCommands.ts'
import type { AgentSession } from './agentSession.ts'
import type { FeatureCheck } from './featureCheck.ts'

/** The server sets up the agent's tools before it answers. */
const START_SILENCE_MS = 120_000

export function startCalls(
  session: AgentSession,
  features: FeatureCheck,
  connectionId: string,
  holdSecret: (value: string) => void,
): Pick<AgentCommands, 'start'> {
  return {
    async start(request, signal) {
      const purpose = 'start a conversation'
      const body = checked(agentStartForSendingSchema, fieldsFor(request), purpose)
      if (request.modelKey !== null) holdSecret(request.modelKey)
      const hasTags = Object.keys(request.tags).length > 0
      if (hasTags && !(await features.server(signal)).features.includes('tags')) throw tooOldForTags(purpose)
      const { call, answer } = await session.json(
        {
          method: 'POST',
          path: '/api/conversations',
          body,
          purpose,
          // The id is ours: asked again, the server answers what it made before (contract §11).
          isIdempotent: true,
          silenceMs: START_SILENCE_MS,
        },
        signal,
      )
      const conversation = readAgentConversation(connectionId, session.target.baseUrl, answer)
      if (conversation === null) throw wrongShape(call, 'an answer that is not a conversation')
      return conversation
    },
  }
}

function fieldsFor({ id, text, run, workingDir, model, modelKey, modelUrl, tags }: AgentStart) {
  return {
    conversation_id: id,
    working_dir: workingDir,
    model,
    api_key: modelKey,
    base_url: modelUrl,
    tags,
    initial_message: text === '' ? null : { role: 'user' as const, content: [{ type: 'text' as const, text }], run },
  }
}

function tooOldForTags(purpose: string): HandrailError {
  return new HandrailError({
    code: 'unsupported',
    message: `Could not ${purpose}: this agent server is too old to have tags.`,
    advice: 'Start it without tags.',
    field: 'tags',
  })
}
