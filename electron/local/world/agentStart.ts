import type { Json } from '../json.ts'
import type { Conversation } from './conversation.ts'
import type { Sandbox } from './sandbox.ts'
import type { World } from './world.ts'

/** What an agent server is told of a conversation that it is asked for itself (seed §4.4). */
export interface AgentStart {
  hex: string | undefined
  workingDir: string
  model: string
  tags: Record<string, string>
  message: { content: Json[]; run: boolean } | undefined
}

/** A conversation that begins on its agent server. The app server hears of it at once, and names it after its id (seen). */
export function startOnAgent(world: World, sandbox: Sandbox, request: AgentStart): Conversation {
  const { workingDir, model, tags, message } = request
  const hex = request.hex ?? world.random.uuid().replaceAll('-', '')
  const now = world.clock.now()
  const conversation = world.addConversation({
    hex,
    sandboxId: sandbox.id,
    title: `Conversation ${hex}`,
    repository: null,
    branch: null,
    trigger: null,
    model,
    tags,
    status: 'idle',
    createdMs: now,
    updatedMs: now,
    workingDir,
    policy: { kind: 'NeverConfirm' },
    cost: 0,
    pastLength: 0,
    past: () => [],
  })
  conversation.touch()
  if (message !== undefined) world.agents.message(conversation, message.content, message.run)
  return conversation
}
