import { exposedUrls } from '../agent/operations/exposedPages.ts'
import type { JsonObject } from '../json.ts'
import { recordTime } from '../time.ts'
import type { Conversation } from '../world/conversation.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { SandboxSpec } from '../world/sandboxSpecs.ts'
import type { StartTask } from '../world/startTask.ts'
import type { World } from '../world/world.ts'

/** Name of the account that owns everything. */
export const USER_ID = 'local-operator'

/** AppConversation (contract §2): status, URL and key only while the sandbox runs. */
export function conversationRecord(world: World, c: Conversation): JsonObject {
  const sandbox = world.sandboxOf(c)
  const isRunning = sandbox?.status === 'RUNNING'
  const snapshot = c.metrics.snapshot()
  return {
    id: c.hex,
    created_by_user_id: USER_ID,
    sandbox_id: c.sandboxId,
    selected_repository: c.repository,
    selected_branch: c.branch,
    git_provider: c.gitProvider,
    title: c.title,
    trigger: c.seed.trigger,
    pr_number: [],
    llm_model: c.model,
    agent_kind: c.acpServer === null ? 'openhands' : 'acp',
    metrics: { ...snapshot, model_name: 'default', accumulated_cost: c.cost },
    parent_conversation_id: c.parentHex,
    sub_conversation_ids: [],
    public: c.public,
    tags: { archiveworkspacepath: c.seed.workingDir, ...reserved(c), ...c.tagView.value },
    created_at: recordTime(c.seed.createdMs),
    updated_at: recordTime(c.updatedMs),
    sandbox_status: sandbox?.status ?? 'MISSING',
    execution_status: isRunning ? c.status : null,
    conversation_url: isRunning ? `${sandbox.url}/api/conversations/${c.hex}` : null,
    session_api_key: isRunning ? sandbox.sessionKey : null,
    acp_server: c.acpServer,
    launched_agent_profile: null,
  }
}

/** SharedConversation (contract §8): what everybody with the link may know; no state, address, key or tags. */
export function sharedRecord(world: World, c: Conversation): JsonObject {
  const hidden = [
    ...['trigger', 'agent_kind', 'public', 'tags', 'sandbox_status', 'execution_status', 'conversation_url'],
    ...['session_api_key', 'acp_server', 'launched_agent_profile'],
  ]
  return Object.fromEntries(Object.entries(conversationRecord(world, c)).filter(([name]) => !hidden.includes(name)))
}

/** Tags of the server's own, whose keys break the rule for tags (contract §6). */
function reserved(c: Conversation): Record<string, string> {
  if (c.repository === null) return {}
  return { repo_name: c.repository, git_provider: c.gitProvider ?? 'github', selected_branch: c.branch ?? 'main' }
}

/** SandboxInfo (contract §4). */
export function sandboxRecord(sandbox: Sandbox): JsonObject {
  const isRunning = sandbox.status === 'RUNNING'
  const key = isRunning ? sandbox.sessionKey : null
  return {
    id: sandbox.id,
    created_by_user_id: USER_ID,
    sandbox_spec_id: sandbox.specId,
    status: sandbox.status,
    session_api_key: key,
    exposed_urls: sandbox.url === null || key === null ? null : exposed(sandbox.url, key),
    created_at: recordTime(sandbox.createdMs),
    status_detail: sandbox.statusDetail,
  }
}

function exposed(base: string, key: string): JsonObject[] {
  return exposedUrls(base, key).map(({ name, url }) => ({ name, url, port: Number(new URL(url).port) }))
}

/** SandboxSpecInfo (contract §4). */
export function specRecord(spec: SandboxSpec): JsonObject {
  return {
    id: spec.id,
    command: spec.command,
    created_at: recordTime(spec.createdMs),
    initial_env: spec.initialEnv,
    working_dir: spec.workingDir,
  }
}

/** AppConversationStartTask (contract §3). */
export function taskRecord(task: StartTask): JsonObject {
  return {
    id: task.id,
    created_by_user_id: USER_ID,
    status: task.status,
    detail: task.detail,
    app_conversation_id: task.conversationHex,
    sandbox_id: task.sandboxId,
    agent_server_url: task.agentServerUrl,
    request: task.request,
    created_at: recordTime(task.createdMs),
    updated_at: recordTime(task.updatedMs),
  }
}
