import {
  acpModelSwitchSchema,
  appConversationPatchSchema,
  GIT_PROVIDERS,
  type GitProvider,
  profileSwitchSchema,
} from '../../../../shared/contract/index.ts'
import { type ConversationPatch, HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject, wrongShape } from '../http/answerShape.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'
import { recordReader } from './recordReader.ts'

/** The agent server is asked before the answer comes. */
const SWITCH_SILENCE_MS = 60_000

type Changes = 'updateConversation' | 'deleteConversation' | 'switchProfile' | 'switchAcpModel'

export function conversationChangeCalls(session: AppSession): Pick<AppServerClient, Changes> {
  const read = recordReader(session)

  async function switchModel(path: string, body: object, purpose: string, signal: AbortSignal): Promise<void> {
    const { call, answer } = await session.json(
      // Choosing the same model twice is choosing it once.
      { method: 'POST', path, body, purpose, isIdempotent: true, silenceMs: SWITCH_SILENCE_MS },
      'person',
      signal,
    )
    requireObject(call, answer)
  }

  return {
    async updateConversation(conversationId, patch, signal) {
      const purpose = `change conversation ${shortId(conversationId)}`
      const { call, answer } = await session.secretJson(
        {
          method: 'PATCH',
          path: pathOf(conversationId),
          body: checked(appConversationPatchSchema, wirePatch(patch, purpose), purpose),
          purpose,
          isIdempotent: true,
        },
        'person',
        signal,
      )
      const conversation = read(answer)
      if (conversation === null) throw wrongShape(call, 'an answer that is not a conversation')
      return conversation
    },

    async deleteConversation(conversationId, signal) {
      const { call, answer } = await session.json(
        {
          method: 'DELETE',
          path: pathOf(conversationId),
          purpose: `delete conversation ${shortId(conversationId)}`,
          isIdempotent: true,
          // Its agent is stopped before the answer comes.
          silenceMs: 120_000,
        },
        'person',
        signal,
      )
      requireObject(call, answer)
    },

    async switchProfile(conversationId, name, signal) {
      const purpose = `switch conversation ${shortId(conversationId)} to profile “${name}”`
      const body = checked(profileSwitchSchema, { profile_name: name }, purpose)
      await switchModel(`${pathOf(conversationId)}/switch_profile`, body, purpose, signal)
    },

    async switchAcpModel(conversationId, model, signal) {
      const purpose = `switch conversation ${shortId(conversationId)} to model “${model}”`
      const body = checked(acpModelSwitchSchema, { model }, purpose)
      try {
        await switchModel(`${pathOf(conversationId)}/switch_acp_model`, body, purpose, signal)
      } catch (error) {
        throw error instanceof HandrailError && error.failure.status === 400 ? cannotSwitch(error) : error
      }
    },
  }
}

function pathOf(conversationId: string): string {
  return `/api/v1/app-conversations/${encodeURIComponent(conversationId)}`
}

/** Only what is given is sent: an absent key leaves, null clears. */
function wirePatch({ title, isPublic, repository, branch, gitProvider }: ConversationPatch, purpose: string) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(isPublic === undefined ? {} : { public: isPublic }),
    ...(repository === undefined ? {} : { selected_repository: repository }),
    ...(branch === undefined ? {} : { selected_branch: branch }),
    ...(gitProvider === undefined ? {} : { git_provider: providerOf(gitProvider, purpose) }),
  }
}

function providerOf(name: string | null, purpose: string): GitProvider | null {
  if (name === null) return null
  const known = GIT_PROVIDERS.find((provider) => provider === name)
  if (known !== undefined) return known
  throw new HandrailError({
    code: 'invalid-input',
    message: `Could not ${purpose}: “${name}” is no git provider.`,
    advice: 'Nothing was sent; choose one of the list.',
    field: 'git_provider',
  })
}

/** The app server says no more than the status of the agent server (contract §10). */
function cannotSwitch(cause: HandrailError): HandrailError {
  const advice = 'Its agent does not run over ACP, or the agent behind it cannot change its model while it runs.'
  return new HandrailError({ ...cause.failure, code: 'unsupported', advice, field: 'model' }, { cause })
}
