import { Random } from '../random.ts'
import { generatePast } from '../scripted/history.ts'
import { plotFor } from '../scripted/plots/index.ts'
import type { ConversationSeed } from '../world/conversation.ts'
import type { World } from '../world/world.ts'
import { CONVERSATIONS, SANDBOXES, SECRETS, type SeededConversation } from './fleet.ts'
import { tailFor } from './tails.ts'

/** Fills an empty world with the conversations of a first run; times are relative to `nowMs`. */
export async function seedWorld(world: World, nowMs: number): Promise<void> {
  for (const { id, status, detail, ageMinutes } of SANDBOXES) {
    const sandbox = world.addSandbox(id, nowMs - ageMinutes * 60_000, status)
    sandbox.statusDetail = detail ?? null
  }
  world.account.secrets = new Map(SECRETS)
  world.account.providers.set('github', 'github.com')
  for (const [index, seeded] of CONVERSATIONS.entries()) world.addConversation(seedOf(world, seeded, index, nowMs))
  const running = [...world.sandboxes.values()].filter((sandbox) => sandbox.status === 'RUNNING')
  await Promise.all(running.map((sandbox) => world.openSandbox(sandbox)))
}

/** Lets the conversations that claim to be running play on. */
export function wakeRunning(world: World): void {
  for (const conversation of world.conversations.values()) {
    if (conversation.status !== 'running' || world.sandboxOf(conversation)?.status !== 'RUNNING') continue
    const request = conversation.title ?? ''
    const plot = plotFor(request)
    world.agents.assign(conversation, plot, world.agents.setting(conversation, request), 2000, true).run()
  }
}

function seedOf(world: World, seeded: SeededConversation, index: number, nowMs: number): ConversationSeed {
  // Each conversation has a stream of its own, so that its past is the same whenever it is generated.
  const random = new Random(world.options.seed * 7919 + index)
  const hex = random.uuid().replaceAll('-', '')
  const startMs = nowMs - seeded.startedMinutes * 60_000
  const endMs = nowMs - seeded.lastMinutes * 60_000
  const folder = `/workspace/project/${seeded.repository.split('/')[1]}`
  const setting = { random, request: seeded.request, folder, repository: seeded.repository, branch: 'main' }
  const plot = plotFor(seeded.title)
  return {
    hex,
    sandboxId: seeded.sandbox,
    title: seeded.title,
    agentTitle: seeded.title,
    repository: seeded.repository,
    branch: 'main',
    trigger: 'gui',
    model: 'anthropic/claude-sonnet-4-5',
    tags: seeded.tags,
    status: seeded.status,
    createdMs: startMs,
    updatedMs: endMs,
    workingDir: folder,
    policy: seeded.status === 'waiting_for_confirmation' ? CAREFUL : { kind: 'NeverConfirm' },
    cost: seeded.cost,
    pastLength: seeded.events,
    past(metrics, pend) {
      const tail = tailFor(seeded.status, plot, setting, world.options.dialect, pend)
      const hasParents = world.options.dialect === '1.58'
      const past = { length: seeded.events, cost: seeded.cost, startMs, endMs, plot, setting, tail, hasParents }
      return generatePast(past, random, metrics)
    },
  }
}

const CAREFUL = { threshold: 'MEDIUM', confirm_unknown: false, kind: 'ConfirmRisky' }
