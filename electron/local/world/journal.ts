import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { EXECUTION_STATUSES } from '../../../shared/contract/index.ts'
import { SavedAccount } from './account.ts'
import { restoreAgentState, SavedAgentState, savedAgentState } from './agentState.ts'
import type { Conversation } from './conversation.ts'
import { type StoredEvent, storedEvent } from './eventLog.ts'
import { deleteSandbox } from './sandboxLife.ts'
import type { World } from './world.ts'

const strings = z.record(z.string(), z.string())
const SavedConversation = z.object({
  sandboxId: z.string(),
  title: z.string().nullable(),
  agentTitle: z.string().nullable(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  model: z.string(),
  gitProvider: z.string().nullable().default(null),
  public: z.boolean().nullable().default(null),
  parentHex: z.string().nullable().default(null),
  acpServer: z.string().nullable().default(null),
  tags: strings,
  status: z.enum(EXECUTION_STATUSES),
  createdMs: z.number(),
  updatedMs: z.number(),
  workingDir: z.string(),
  cost: z.number(),
  agent: SavedAgentState.optional(),
})
const SavedSandbox = z.object({
  id: z.string(),
  createdMs: z.number(),
  status: z.string(),
  specId: z.string().optional(),
})
const SavedState = z.object({
  seededMs: z.number(),
  strategy: z.string(),
  account: SavedAccount.optional(),
  sandboxes: z.array(SavedSandbox),
  conversations: z.record(z.string(), SavedConversation),
  /** Hex ids of conversations that were deleted. */
  deleted: z.array(z.string()).default([]),
})
type SavedState = z.infer<typeof SavedState>
const SavedEvent = z.looseObject({ id: z.string(), timestamp: z.string(), source: z.string(), kind: z.string() })

/** Keeps what happened since the seed: one file of events per conversation and one small state file. */
export class Journal {
  readonly #folder: string
  readonly #lines = new Map<string, string[]>()
  readonly #touched = new Set<string>()
  #saved: SavedState | undefined
  #seededMs = 0
  #timer: NodeJS.Timeout | undefined
  #world: World | undefined

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(join(folder, 'events'), { recursive: true, mode: 0o700 })
  }

  /** When the world was seeded first: the past keeps its times over restarts. */
  begin(nowMs: number): number {
    const path = join(this.#folder, 'state.json')
    if (existsSync(path)) this.#saved = SavedState.parse(JSON.parse(readFileSync(path, 'utf8')))
    this.#seededMs = this.#saved?.seededMs ?? nowMs
    return this.#seededMs
  }

  /** Puts back what happened after the seed. */
  async restore(world: World): Promise<void> {
    this.#world = world
    if (this.#saved === undefined) return
    world.settings = { ...world.settings, sandbox_grouping_strategy: this.#saved.strategy }
    if (this.#saved.account !== undefined) world.account.restore(this.#saved.account)
    const kept = new Set(this.#saved.sandboxes.map(({ id }) => id))
    const deleted = [...world.sandboxes.values()].filter(({ id }) => !kept.has(id))
    await Promise.all(deleted.map((sandbox) => deleteSandbox(world, sandbox)))
    for (const { id, createdMs, status, specId } of this.#saved.sandboxes) {
      const sandbox = world.sandboxes.get(id) ?? world.addSandbox(id, createdMs, 'PAUSED', specId)
      if (status === 'RUNNING' && sandbox.status !== 'RUNNING') await world.openSandbox(sandbox)
      if (status === 'PAUSED' && sandbox.status === 'RUNNING') await world.pauseSandbox(sandbox)
    }
    for (const [hex, saved] of Object.entries(this.#saved.conversations)) this.#restoreOne(world, hex, saved)
    for (const hex of this.#saved.deleted) {
      const conversation = world.conversations.get(hex)
      if (conversation !== undefined) world.deleted.set(hex, conversation)
      world.conversations.delete(hex)
    }
  }

  note(conversation: Conversation, event: StoredEvent | undefined): void {
    this.#touched.add(conversation.hex)
    if (event !== undefined) {
      const lines = this.#lines.get(conversation.hex) ?? []
      lines.push(event.text)
      this.#lines.set(conversation.hex, lines)
    }
    this.#timer ??= setTimeout(() => this.flush(), 200)
    this.#timer.unref()
  }

  close(world: World): void {
    this.#world = world
    this.flush()
  }

  /** Writes what is waiting. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [hex, lines] of this.#lines)
      appendFileSync(this.#eventsPath(hex), `${lines.join('\n')}\n`, { mode: 0o600 })
    this.#lines.clear()
    if (this.#world !== undefined) this.#writeState(this.#world)
  }

  #restoreOne(world: World, hex: string, saved: SavedState['conversations'][string]): void {
    const { status, agentTitle, gitProvider, public: isPublic, parentHex, acpServer, agent, ...rest } = saved
    const quiet = status === 'running' ? 'paused' : status
    const seed = { hex, ...rest, status: quiet, trigger: null, policy: { kind: 'NeverConfirm' } }
    const { title, repository, branch, model, tags, updatedMs } = rest
    const conversation =
      world.conversations.get(hex) ?? world.addConversation({ ...seed, pastLength: 0, past: () => [] })
    Object.assign(conversation, {
      title,
      agentTitle,
      repository,
      branch,
      gitProvider,
      model,
      public: isPublic,
      parentHex,
      acpServer,
      tags,
      updatedMs,
      status: conversation.seed.pastLength > 0 ? status : quiet,
    })
    conversation.tagView.set(tags)
    if (existsSync(this.#eventsPath(hex))) conversation.restore(readEvents(readFileSync(this.#eventsPath(hex), 'utf8')))
    if (agent !== undefined) restoreAgentState(conversation, agent)
    this.#touched.add(hex)
  }

  #writeState(world: World): void {
    const entries = [...this.#touched].flatMap((hex) => {
      const c = world.conversations.get(hex) ?? world.unheard.get(hex) ?? world.deleted.get(hex)
      return c === undefined ? [] : [[hex, saved(c)] as const]
    })
    const state: SavedState = {
      seededMs: this.#seededMs,
      strategy: String(world.settings.sandbox_grouping_strategy),
      account: world.account.saved(),
      sandboxes: [...world.sandboxes.values()].map(({ id, createdMs, status, specId }) => ({
        id,
        createdMs,
        status,
        specId,
      })),
      conversations: Object.fromEntries(entries),
      deleted: [...world.deleted.keys()],
    }
    writeFileSync(join(this.#folder, 'state.json'), JSON.stringify(state), { mode: 0o600 })
  }

  #eventsPath(hex: string): string {
    return join(this.#folder, 'events', `${hex}.jsonl`)
  }
}

function saved(c: Conversation): SavedState['conversations'][string] {
  const { sandboxId, title, agentTitle, repository, branch, gitProvider, model, parentHex, acpServer } = c
  const { tags, status, updatedMs, cost } = c
  const { createdMs, workingDir } = c.seed
  return {
    sandboxId,
    title,
    agentTitle,
    repository,
    branch,
    gitProvider,
    model,
    public: c.public,
    parentHex,
    acpServer,
    tags,
    status,
    createdMs,
    updatedMs,
    workingDir,
    cost,
    agent: savedAgentState(c),
  }
}

/** Events of a file; a last line that was cut short is left out. */
function readEvents(text: string): StoredEvent[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    try {
      const { id, timestamp, source, kind } = SavedEvent.parse(JSON.parse(line))
      return [{ ...storedEvent({ id, timestamp, source, kind }), text: line }]
    } catch {
      return []
    }
  })
}
