import { contentOf, plainText } from '../agent/sockets/clientFrame.ts'
import { hexOf } from '../ids.ts'
import type { Json, JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import { placeIn, workingDirOf } from './grouping.ts'
import { deliverPending } from './pendingMessages.ts'
import type { Sandbox } from './sandbox.ts'
import { createSandbox, wakeSandbox } from './sandboxLife.ts'
import { withStartDefaults } from './startDefaults.ts'
import type { World } from './world.ts'

export type StartStatus =
  | 'WORKING'
  | 'WAITING_FOR_SANDBOX'
  | 'PREPARING_REPOSITORY'
  | 'RUNNING_SETUP_SCRIPT'
  | 'SETTING_UP_GIT_HOOKS'
  | 'SETTING_UP_SKILLS'
  | 'STARTING_CONVERSATION'
  | 'READY'
  | 'ERROR'

/** The slow work between a start request and a ready conversation (contract §3). */
export interface StartTask {
  id: string
  status: StartStatus
  detail: string | null
  conversationHex: string | null
  sandboxId: string | null
  agentServerUrl: string | null
  request: JsonObject
  createdMs: number
  updatedMs: number
}

/** The server looks at a starting sandbox so often, and so long (contract §3). */
const LOOK_EVERY_MS = 200
const START_LIMIT_MS = 120_000

/** Begins a start task and lets it walk its states on its own; with a `problem` it ends in ERROR on the way. */
export function beginStart(world: World, request: JsonObject, problem: string | null = null): StartTask {
  const now = world.clock.now()
  const task: StartTask = {
    id: world.random.hex(32),
    status: 'WORKING',
    detail: null,
    conversationHex: null,
    sandboxId: null,
    agentServerUrl: null,
    request,
    createdMs: now,
    updatedMs: now,
  }
  world.tasks.set(task.id, task)
  void walk(world, task, problem)
  return task
}

async function walk(world: World, task: StartTask, problem: string | null): Promise<void> {
  const step = async (status: StartStatus, ms: number) => {
    task.status = status
    task.updatedMs = world.clock.now()
    await world.wait(ms)
  }
  try {
    await step('WORKING', 400)
    const sandbox = await sandboxFor(world, task)
    task.sandboxId = sandbox.id
    await step('WAITING_FOR_SANDBOX', 300)
    await untilStarted(world, sandbox)
    if (sandbox.status !== 'RUNNING') throw new Error(`Sandbox is ${sandbox.status}: ${sandbox.id}`)
    if (text(task.request.selected_repository) !== null) {
      await step('PREPARING_REPOSITORY', 1200)
      await step('RUNNING_SETUP_SCRIPT', 500)
      await step('SETTING_UP_GIT_HOOKS', 300)
    } else await step('PREPARING_REPOSITORY', 200)
    await step('SETTING_UP_SKILLS', 400)
    task.agentServerUrl = sandbox.url
    await step('STARTING_CONVERSATION', 600)
    if (problem !== null) throw new Error(problem)
    task.conversationHex = makeConversation(world, withStartDefaults(world, task.request), sandbox)
    task.status = 'READY'
    task.updatedMs = world.clock.now()
    deliverPending(world, task, task.conversationHex)
  } catch (error) {
    if (world.closing.aborted) return
    task.status = 'ERROR'
    task.detail = error instanceof Error ? error.message : String(error)
    task.updatedMs = world.clock.now()
  }
}

async function sandboxFor(world: World, task: StartTask): Promise<Sandbox> {
  const wanted = text(withStartDefaults(world, task.request).sandbox_id)
  if (wanted !== null) {
    const known = world.sandboxes.get(wanted)
    if (known === undefined) throw new Error(`Sandbox not found: ${wanted}`)
    if (known.status === 'PAUSED') await wakeSandbox(world, known)
    return known
  }
  return placeIn(world) ?? createSandbox(world)
}

async function untilStarted(world: World, sandbox: Sandbox): Promise<void> {
  for (let waited = 0; sandbox.status === 'STARTING'; waited += LOOK_EVERY_MS) {
    if (waited >= START_LIMIT_MS) throw new Error(`Sandbox failed to start within 120 seconds: ${sandbox.id}`)
    await world.wait(LOOK_EVERY_MS)
  }
}

function makeConversation(world: World, request: JsonObject, sandbox: Sandbox): string {
  const hex = hexOf(text(request.conversation_id) ?? '') ?? world.random.uuid().replaceAll('-', '')
  const now = world.clock.now()
  const message = isObject(request.initial_message) ? request.initial_message : undefined
  const content = contentOf(message?.content)
  const repository = text(request.selected_repository)
  const folder = workingDirOf(world, hex)
  const conversation = world.addConversation({
    hex,
    sandboxId: sandbox.id,
    title: text(request.title) ?? titleFrom(plainText(content), hex),
    repository,
    branch: text(request.selected_branch),
    trigger: text(request.trigger),
    model: text(request.llm_model) ?? 'anthropic/claude-sonnet-4-5',
    tags: {},
    status: 'idle',
    createdMs: now,
    updatedMs: now,
    workingDir: repository === null ? folder : `${folder}/${repository.split('/').at(-1)}`,
    policy: { kind: 'NeverConfirm' },
    cost: 0,
    pastLength: 0,
    past: () => [],
  })
  conversation.parentHex = hexOf(text(request.parent_conversation_id) ?? '') ?? null
  conversation.gitProvider = text(request.git_provider) ?? conversation.gitProvider
  conversation.public = typeof request.public === 'boolean' ? request.public : null
  conversation.touch()
  if (message !== undefined) world.agents.message(conversation, content, message.run === true)
  return hex
}

function titleFrom(message: string, hex: string): string {
  const line = message.split('\n')[0]?.trim() ?? ''
  if (line === '') return `Conversation ${hex.slice(0, 5)}`
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
