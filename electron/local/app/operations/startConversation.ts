import { invalid, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { startProblem } from '../../world/startRules.ts'
import { beginStart } from '../../world/startTask.ts'
import type { World } from '../../world/world.ts'
import { taskRecord } from '../records.ts'

/** Fields of a start request and what they are when left out; others, `tags` among them, are ignored (contract §5). */
const DEFAULTS: JsonObject = {
  sandbox_id: null,
  conversation_id: null,
  initial_message: null,
  system_message_suffix: null,
  processors: null,
  llm_model: null,
  agent_profile_id: null,
  selected_repository: null,
  selected_branch: null,
  git_provider: null,
  suggested_task: null,
  title: null,
  trigger: null,
  pr_number: [],
  parent_conversation_id: null,
  agent_type: 'default',
  public: null,
  observability_metadata: null,
  observability_tags: null,
  observability_span_name: null,
  plugins: null,
  secrets: null,
}

/** Answers at once with a WORKING task. */
export const startConversation: Route<World> = {
  method: 'POST',
  path: '/api/v1/app-conversations',
  async handle(request) {
    const body = await request.body()
    if (body === undefined) throw missing(['body'])
    if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
    const known = Object.entries(DEFAULTS).map(([name, value]) => [name, body[name] ?? value] as const)
    const start: JsonObject = Object.fromEntries(known)
    start.initial_message = message(start.initial_message ?? null)
    const problem = startProblem(start)
    start.secrets = masked(start.secrets ?? null)
    return json(taskRecord(beginStart(request.server, start, problem)))
  },
}

function message(value: Json): Json {
  if (value === null) return null
  const loc = ['body', 'initial_message']
  if (!isObject(value)) throw invalid('model_attributes_type', loc, 'Input should be a valid dictionary', value)
  const content = value.content ?? []
  if (!Array.isArray(content)) throw invalid('list_type', [...loc, 'content'], 'Input should be a valid list', content)
  const blocks = content.map((block, i) => {
    const at = [...loc, 'content', i]
    if (!isObject(block)) throw invalid('union_tag_not_found', at, 'Unable to extract tag', block)
    if (block.type === 'text' && typeof block.text !== 'string') throw missing([...at, 'text'], block)
    return block.type === 'text' ? { cache_prompt: false, type: 'text', text: block.text ?? '' } : block
  })
  return { role: value.role ?? 'user', content: blocks, run: value.run === true }
}

/** Secret values never come back. */
function masked(value: Json): Json {
  return isObject(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, '**********'])) : null
}
