import { hexOf } from '../ids.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { World } from './world.ts'

/**
 * A start request with what a parent conversation hands down (sandbox, repository, branch, provider and model) and a
 * suggested task turned into the first message (contract §5).
 */
export function withStartDefaults(world: World, request: JsonObject): JsonObject {
  const parent = world.conversations.get(hexOf(String(request.parent_conversation_id ?? '')) ?? '')
  const inherited: JsonObject =
    parent === undefined
      ? {}
      : {
          sandbox_id: parent.sandboxId,
          selected_repository: parent.repository,
          selected_branch: parent.branch,
          git_provider: parent.gitProvider,
          llm_model: parent.model,
        }
  const own = Object.entries(request).filter(([, value]) => value !== null)
  return { ...request, ...inherited, ...Object.fromEntries(own), ...messageOf(request) }
}

function messageOf({ suggested_task: task, initial_message: message }: JsonObject): JsonObject {
  if (!isObject(task) || message !== null) return {}
  const text = `${String(task.task_type)}: ${String(task.title)} (${String(task.repo)}#${String(task.issue_number)})`
  return { initial_message: { role: 'user', content: [{ cache_prompt: false, type: 'text', text }], run: true } }
}
