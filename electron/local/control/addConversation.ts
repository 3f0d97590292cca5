import type { ExecutionStatus } from '../../../shared/contract/index.ts'
import { hexOf } from '../ids.ts'
import { generatePast } from '../scripted/history.ts'
import { plotFor } from '../scripted/plots/index.ts'
import { tailFor } from '../seed/tails.ts'
import type { World } from '../world/world.ts'

/** What a generated conversation should be like. */
export interface GeneratedConversation {
  events: number
  /** A known sandbox; a new running one when absent. */
  sandboxId?: string
  title?: string
  status?: ExecutionStatus
  /** Id of the conversation that is said to have started it. */
  parent?: string
  /** The agent that runs over ACP. */
  acpServer?: string
}

/** Adds a conversation with exactly as many past events as asked for; gives its hex id. */
export async function addConversation(world: World, options: GeneratedConversation): Promise<string> {
  const now = world.clock.now()
  const random = world.random.fork('generated')
  const hex = random.uuid().replaceAll('-', '')
  const title = options.title ?? `Generated ${options.events}`
  const status = options.status ?? 'idle'
  const sandbox = world.sandboxes.get(options.sandboxId ?? '') ?? world.addSandbox(random.base62(22), now, 'PAUSED')
  if (sandbox.status === 'PAUSED' && options.sandboxId === undefined) await world.openSandbox(sandbox)
  const folder = '/workspace/project/generated'
  const plot = plotFor(title)
  const setting = { random, request: title, folder, repository: 'acme/generated', branch: 'main' }
  const startMs = now - options.events * 1500
  const conversation = world.addConversation({
    hex,
    sandboxId: sandbox.id,
    title,
    agentTitle: title,
    repository: 'acme/generated',
    branch: 'main',
    trigger: null,
    model: 'anthropic/claude-sonnet-4-5',
    tags: {},
    status,
    createdMs: startMs,
    updatedMs: now,
    workingDir: folder,
    policy: { kind: 'NeverConfirm' },
    cost: 1,
    pastLength: options.events,
    past(metrics, pend) {
      const { dialect } = world.options
      const tail = tailFor(status, plot, setting, dialect, pend)
      const past = {
        length: options.events,
        cost: 1,
        startMs,
        endMs: now,
        plot,
        setting,
        tail,
        hasParents: dialect === '1.58',
      }
      return generatePast(past, random, metrics)
    },
  })
  conversation.parentHex = hexOf(options.parent ?? '') ?? null
  conversation.acpServer = options.acpServer ?? null
  return hex
}
