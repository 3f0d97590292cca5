import {
  CONVERSATION_TRIGGERS,
  GIT_PROVIDERS,
  metadataProblem,
  normaliseConversationId,
  SUGGESTED_TASK_TYPES,
  secretProblem,
  secretsInText,
  spanNameProblem,
} from '../../../shared/contract/index.ts'
import { emptyStart, repositoryProblem, type StartRequest } from '../../../shared/domain/index.ts'
import type { NewConversationDraft, PluginDraft } from '../../state/newConversation.ts'

/** What is wrong with a field of the form, by the field's name; `secrets.2` is the third secret. */
export type Problems = Readonly<Record<string, string>>

/** The request that a draft means, and what a server would refuse about it. `values` are those of the secrets, in order. */
export function readDraft(
  draft: NewConversationDraft,
  connectionId: string,
  values: readonly string[],
): { request: StartRequest; problems: Problems } {
  const problems: Record<string, string> = {}
  const note = (field: string, problem: string | null) => {
    if (problem !== null) problems[field] = problem
  }
  const oneOf = <T extends string>(choices: readonly T[], text: string) =>
    choices.find((choice) => choice === text) ?? null
  const uuid = (field: 'conversationId' | 'parentConversationId') => {
    const id = orNull(draft[field])
    if (id !== null && normaliseConversationId(id) === null)
      note(field, 'An id has 32 hex digits, with or without dashes.')
    return id
  }

  const task = draft.suggestedTask
  const issueNumber = Number(task?.issueNumber)
  const taskType = oneOf(SUGGESTED_TASK_TYPES, task?.taskType ?? '')
  const taskProvider = oneOf(GIT_PROVIDERS, task?.gitProvider ?? '')
  if (task !== null) {
    note(
      'suggestedTask.repository',
      task.repository.trim() === '' ? 'Which repository?' : repositoryProblem(task.repository),
    )
    note('suggestedTask.issueNumber', Number.isInteger(issueNumber) && issueNumber > 0 ? null : 'A number above 0.')
    note('suggestedTask.title', task.title.trim() === '' ? 'Its title, as the provider has it.' : null)
  }

  const secrets: Record<string, string> = {}
  draft.secretNames.forEach((name, index) => {
    const value = values[index] ?? ''
    const problem = secretProblem(name, value)
    if (problem !== null) note(`secrets.${index}`, `This secret ${problem}.`)
    else if (name in secrets) note(`secrets.${index}`, 'There is another secret of this name.')
    else if (value === '') note(`secrets.${index}`, 'It needs a value.')
    else if (task === null && secretsInText({ [name]: value }, draft.text).length > 0) {
      note(
        `secrets.${index}`,
        'Its value stands in the message, where the agent, its model and every viewer would see it.',
      )
    }
    secrets[name] = value
  })

  const pullRequests = words(draft.pullRequests).map(Number)
  if (pullRequests.some((number) => !Number.isInteger(number) || number < 1)) {
    note('pullRequests', 'Numbers above 0, with commas between them.')
  }
  const spanName = orNull(draft.spanName)
  const spanProblem = spanName === null ? null : spanNameProblem(spanName)
  note('spanName', spanProblem === null ? null : `The name ${spanProblem}.`)
  note('repository', repositoryProblem(draft.repository))

  const metadata: Record<string, unknown> = {}
  draft.metadata.forEach(({ key, value }, index) => {
    const parsed = jsonOrText(value)
    const problem = key.trim() === '' ? 'needs a key' : metadataProblem(parsed)
    if (problem !== null) note(`metadata.${index}`, `It ${problem}.`)
    else if (key.trim() in metadata) note(`metadata.${index}`, 'There is another entry of this key.')
    metadata[key.trim()] = parsed
  })

  const request: StartRequest = {
    ...emptyStart(connectionId),
    text: task === null ? draft.text : '',
    run: draft.run,
    suggestedTask:
      task === null || taskType === null || taskProvider === null
        ? null
        : {
            gitProvider: taskProvider,
            taskType,
            repository: task.repository.trim(),
            issueNumber,
            title: task.title.trim(),
          },
    title: orNull(draft.title),
    repository: orNull(draft.repository),
    branch: orNull(draft.branch),
    gitProvider: oneOf(GIT_PROVIDERS, draft.gitProvider),
    sandboxId: draft.sandboxId,
    model: orNull(draft.model),
    agentProfileId: orNull(draft.agentProfileId),
    agentType: draft.agentType,
    systemSuffix: orNull(draft.systemSuffix),
    conversationId: uuid('conversationId'),
    parentConversationId: uuid('parentConversationId'),
    trigger: oneOf(CONVERSATION_TRIGGERS, draft.trigger),
    pullRequests,
    isPublic: draft.isPublic ? true : null,
    secrets,
    plugins: draft.plugins.map((plugin, index) => readPlugin(plugin, (problem) => note(`plugins.${index}`, problem))),
    spanName,
    observabilityTags: words(draft.observabilityTags),
    observabilityMetadata: metadata,
  }
  return { request, problems }
}

function readPlugin({ source, ref, repoPath, parameters }: PluginDraft, refuse: (problem: string) => void) {
  if (source.trim() === '') refuse('A plugin needs a source: github:owner/repo, a git address or a path.')
  const parsed = parameters.trim() === '' ? {} : jsonOrText(parameters)
  const isFields = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  if (!isFields) refuse('The parameters must be a JSON object, for example {"depth": 2}.')
  return {
    source: source.trim(),
    ref: orNull(ref),
    repoPath: orNull(repoPath),
    parameters: isFields ? Object.fromEntries(Object.entries(parsed)) : {},
  }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
