import { CONVERSATION_TRIGGERS, GIT_PROVIDERS, SUGGESTED_TASK_TYPES } from '../../../shared/contract/index.ts'
import { contentBlock } from '../http/contentBlock.ts'
import {
  anything,
  type Check,
  flag,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  text,
  uuid,
  whole,
} from '../http/fields.ts'
import { invalid } from '../http/refusal.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'

const message = objectOf({
  role: oneOf(['user', 'system', 'assistant', 'tool']),
  content: listOf(contentBlock),
  run: flag,
})

const suggestedTask = objectOf(
  {
    git_provider: oneOf(GIT_PROVIDERS),
    task_type: oneOf(SUGGESTED_TASK_TYPES),
    repo: text,
    issue_number: whole,
    title: text,
  },
  ['git_provider', 'task_type', 'repo', 'issue_number', 'title'],
)

const plugin = objectOf(
  { source: text, ref: orNull(text), repo_path: orNull(text), parameters: orNull(mapOf(anything)) },
  ['source'],
)

/** Scalars and lists of them; which of them may stand together is asked much later, by the agent server (contract §5). */
const metadata: Check = (value, at) => {
  const isFit = Array.isArray(value) ? value.every(isScalar) : isScalar(value)
  if (!isFit) throw invalid('string_type', [...at, 'str'], 'Input should be a valid string', value)
}

const isScalar = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value)

/** A field of a start request: what it is when left out, and what it may be. */
const field = (check: Check, value: Json = null) => ({ check: value === null ? orNull(check) : check, value })

/** Every field of a start request (contract §5); others, `tags` among them, are ignored. */
const FIELDS = {
  sandbox_id: field(text),
  conversation_id: field(uuid),
  initial_message: field(message),
  system_message_suffix: field(text),
  processors: field(listOf(anything)),
  llm_model: field(text),
  agent_profile_id: field(text),
  selected_repository: field(text),
  selected_branch: field(text),
  git_provider: field(oneOf(GIT_PROVIDERS)),
  suggested_task: field(suggestedTask),
  title: field(text),
  trigger: field(oneOf(CONVERSATION_TRIGGERS)),
  pr_number: field(listOf(whole), []),
  parent_conversation_id: field(uuid),
  agent_type: field(oneOf(['default', 'plan']), 'default'),
  public: field(flag),
  observability_metadata: field(mapOf(metadata)),
  observability_tags: field(listOf(text)),
  observability_span_name: field(text),
  plugins: field(listOf(plugin)),
  secrets: field(mapOf(text)),
}

/** The whole request with its defaults; a field of another type is refused with 422. */
export function startFields(body: JsonObject): JsonObject {
  const known = Object.entries(FIELDS).map(([name, { check, value }]): [string, Json] => {
    const given = body[name]
    if (given === undefined) return [name, value]
    check(given, ['body', name])
    return [name, name === 'initial_message' ? written(given) : given]
  })
  return Object.fromEntries(known)
}

/** A message as the server gives it back: with what was left out. */
function written(value: Json): Json {
  if (!isObject(value)) return value
  const content = Array.isArray(value.content) ? value.content : []
  return {
    role: value.role ?? 'user',
    content: content.map((item) => {
      if (!isObject(item)) return item
      return item.type === 'image'
        ? { cache_prompt: false, type: 'image', image_urls: item.image_urls ?? [] }
        : { cache_prompt: false, type: 'text', text: item.text ?? '' }
    }),
    run: value.run === true,
  }
}
