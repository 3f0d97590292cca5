import { tagKeySchema, tagValueSchema } from '../../../shared/contract/index.ts'
import type { AgentStart } from '../../../shared/domain/index.ts'
import type { NewConversationDraft } from '../../state/newConversation.ts'
import type { Problems } from './readDraft.ts'

/** What a draft means for a bare agent server, and what would be refused about it. */
export function readAgentDraft(
  draft: NewConversationDraft,
  connectionId: string,
  modelKey: string,
): { request: Omit<AgentStart, 'id'>; problems: Problems } {
  const problems: Record<string, string> = {}
  const workingDir = draft.workingDir.trim()
  const model = draft.model.trim()
  const modelUrl = draft.modelUrl.trim()
  if (!workingDir.startsWith('/')) problems.workingDir = 'An absolute path on the machine of the agent server.'
  if (model === '')
    problems.model = 'Which model? As the server’s LiteLLM names it, for example anthropic/claude-sonnet-4-5.'
  if (modelUrl !== '' && !/^https?:\/\/./.test(modelUrl)) problems.modelUrl = 'It begins with https:// or http://.'
  if (modelKey !== '' && draft.text.includes(modelKey)) {
    problems.modelKey = 'It stands in the message, where the agent, its model and every viewer would see it.'
  }
  const tags: Record<string, string> = {}
  for (const part of draft.agentTags.split(',').filter((text) => text.trim() !== '')) {
    const [key = '', ...rest] = part.trim().split('=')
    const value = rest.join('=')
    const issue = [tagKeySchema.safeParse(key), tagValueSchema.safeParse(value)].find(({ success }) => !success)?.error
    if (issue !== undefined) problems.agentTags = `“${key}” ${issue.issues[0]?.message ?? 'is no tag'}.`
    else if (key in tags) problems.agentTags = `“${key}” stands there twice.`
    tags[key] = value
  }
  return {
    request: {
      connectionId,
      text: draft.text.trim() === '' ? '' : draft.text,
      run: draft.run,
      workingDir,
      model,
      modelKey: modelKey === '' ? null : modelKey,
      modelUrl: modelUrl === '' ? null : modelUrl,
      tags,
    },
    problems,
  }
}
