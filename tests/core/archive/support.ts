import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { ArchiveService } from '../../../electron/core/archive/archiveService.ts'
import { openDatabase } from '../../../electron/core/archive/db/openDatabase.ts'
import { openArchive } from '../../../electron/core/archive/index.ts'
import type { Timers } from '../../../electron/core/archive/timers.ts'
import type { Archive, ArchiveNotices, LoadState, ViewChangeNotice } from '../../../electron/core/archive/types.ts'
import {
  type Conversation,
  type ConversationRef,
  type Filter,
  type LiveFacts,
  parseFilter,
  type ViewSpec,
} from '../../../shared/domain/index.ts'

export const REF: ConversationRef = { connectionId: 'c1', conversationId: 'a'.repeat(32) }
/** A conversation as servers tell of it, with nothing special. */
export const RECORD: Conversation = {
  ...REF,
  title: null,
  executionStatus: 'idle',
  sandboxStatus: 'RUNNING',
  sandboxId: null,
  conversationUrl: null,
  repository: null,
  branch: null,
  gitProvider: null,
  model: null,
  acpServer: null,
  trigger: null,
  isPublic: false,
  parentConversationId: null,
  subConversationIds: [],
  tags: {},
  usage: null,
  createdAt: 1,
  updatedAt: null,
  isDeleted: false,
  deviations: [],
}
export const EVERYTHING = { conversation: REF, filter: [], order: 'raw' } satisfies ViewSpec
export const SPANS = { conversation: REF, filter: [], order: 'spans' } satisfies ViewSpec

/** The filter that a person typed. */
export function filterOf(text: string): Filter {
  const read = parseFilter(text)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.filter
}

/** A data folder that goes when the test is over. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'handrail-archive-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export interface Noticed extends ArchiveNotices {
  views: ViewChangeNotice[]
  facts: LiveFacts[]
  loads: LoadState[]
  troubles: string[]
  problems: (string | null)[]
}

export function noticed(): Noticed {
  const all = {
    views: [] as ViewChangeNotice[],
    facts: [] as LiveFacts[],
    loads: [] as LoadState[],
    troubles: [] as string[],
    problems: [] as (string | null)[],
  }
  return {
    ...all,
    viewChanged: (notice) => all.views.push(notice),
    factsChanged: (_ref, facts) => all.facts.push(facts),
    loadChanged: (_ref, load) => all.loads.push(load),
    blocked: (problem) => all.problems.push(problem),
    failed: (message) => all.troubles.push(message),
  }
}

/** Time that a test drives. Work that is to run "soon" runs when the test awaits something. */
export class TestTimers implements Timers {
  #now = 1_800_000_000_000
  #timers: { at: number; work: () => void }[] = []
  #held: (() => void)[] = []
  readonly now = () => this.#now

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** While true, work that is to run soon waits. */
  isHeld = false

  soon(work: () => void): void {
    if (this.isHeld) this.#held.push(work)
    else queueMicrotask(work)
  }

  /** Lets the work run that is held now; what it wants to run soon is held again. */
  turn(): void {
    for (const work of this.#held.splice(0)) work()
  }

  /** Lets held work run. */
  release(): void {
    this.isHeld = false
    for (const work of this.#held.splice(0)) work()
  }

  /** Lets `ms` pass: timers in their order. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      next.work()
    }
    this.#now = end
  }
}

/** The archive in this thread, over a real file, with time that the test drives. */
export function openHere(dataDir: string = tempDir()) {
  const timers = new TestTimers()
  const notices = noticed()
  const archive = new ArchiveService(openDatabase(dataDir), notices, timers)
  let isOpen = true
  const close = async () => {
    if (isOpen) await archive.close()
    isOpen = false
  }
  onTestFinished(close)
  return { archive, timers, notices, dataDir, close }
}

export const WORKER = new URL('../../../electron/core/archive/worker.ts', import.meta.url)

/** The archive in its worker. */
export async function openInWorker(dataDir: string = tempDir(), unkept: string[] = []) {
  const notices = noticed()
  const worker = new Worker(WORKER, { workerData: { dataDir, unkept } })
  const archive = await openArchive(worker, notices)
  onTestFinished(async () => {
    await worker.terminate()
  })
  return { archive, worker, notices, dataDir }
}

/** Gives the space of what was deleted back, to the end. */
export async function cleared(archive: Pick<Archive, 'clear'>): Promise<void> {
  while ((await archive.clear()).stage !== 'done') {
    // the next slice
  }
}

/** Whether the files of the archive hold a text or bytes anywhere. */
export function filesHold(dataDir: string, wanted: string | Uint8Array): boolean {
  return readdirSync(dataDir).some((name) => readFileSync(join(dataDir, name)).includes(Buffer.from(wanted)))
}

export type TestEvent = { id: string; kind: string; timestamp: string; source: string; [field: string]: unknown }

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}

/** A zone-less time, `micros` after a fixed moment. */
export function time(micros: number): string {
  const second = Math.floor(micros / 1_000_000)
  const at = new Date(Date.UTC(2026, 7, 24, 9) + second * 1000).toISOString().slice(0, 19)
  return `${at}.${String(micros % 1_000_000).padStart(6, '0')}`
}

export function message(n: number, more: Partial<TestEvent> = {}): TestEvent {
  const llm_message = { role: 'user', content: [{ type: 'text', text: `message ${n}` }] }
  return { id: uuid(n), kind: 'MessageEvent', timestamp: time(n * 1000), source: 'user', llm_message, ...more }
}

export function messages(count: number, from = 0): TestEvent[] {
  return Array.from({ length: count }, (_, at) => message(from + at))
}

export function action(n: number, more: Partial<TestEvent> = {}): TestEvent {
  return {
    id: uuid(n),
    kind: 'ActionEvent',
    timestamp: time(n * 1000),
    source: 'agent',
    thought: [],
    action: { kind: 'TerminalAction', command: `command ${n}` },
    tool_name: 'terminal',
    tool_call_id: `call-${n}`,
    llm_response_id: `response-${n}`,
    security_risk: 'LOW',
    ...more,
  }
}

export function observation(n: number, of: number, exitCode = 0, more: Partial<TestEvent> = {}): TestEvent {
  return {
    id: uuid(n),
    kind: 'ObservationEvent',
    timestamp: time(n * 1000),
    source: 'environment',
    tool_name: 'terminal',
    tool_call_id: `call-${of}`,
    action_id: uuid(of),
    observation: { kind: 'TerminalObservation', content: [], is_error: false, exit_code: exitCode },
    ...more,
  }
}

export function state(n: number, key: string, value: unknown): TestEvent {
  return {
    id: uuid(n),
    kind: 'ConversationStateUpdateEvent',
    timestamp: time(n * 1000),
    source: 'environment',
    key,
    value,
  }
}

export function page(events: readonly unknown[], nextPageId: string | null = null): string {
  return JSON.stringify({ items: events, next_page_id: nextPageId })
}

export function durable(seq: number, event: unknown): string {
  return JSON.stringify({ type: 'durable', seq, event })
}

/** Stores a log as an agent head walk does, in pages of 100. `isEnd`: the server has no more. */
export async function walk(archive: Archive, events: readonly unknown[], from = 0, isEnd = true): Promise<void> {
  for (let at = 0; at < events.length; at += 100) {
    const items = events.slice(at, at + 100)
    const next = at + 100 < events.length || !isEnd ? 'next' : null
    await archive.ingestPage(REF, page(items, next), { side: 'agent', walk: 'head', firstLogIndex: from + at })
  }
}

/** Everything that a view shows, read in windows: ids, with `gap N` for gaps. */
export async function shown(archive: Archive, view: string): Promise<string[]> {
  const rows = await allRows(archive, view)
  return rows.map((row) => (row.type === 'gap' ? `gap ${row.count}` : row.id))
}

export async function allRows(archive: Archive, view: string) {
  const first = await archive.window({ view, anchor: { position: 0 }, before: 0, after: 400 })
  const rows = [...first.rows]
  for (let position = 401; position < first.count; position += 401) {
    rows.push(...(await archive.window({ view, anchor: { position }, before: 0, after: 400 })).rows)
  }
  return rows
}

/** Ids of all stored events in the order of the raw view. */
export async function storedIds(archive: Archive): Promise<string[]> {
  const { view } = await archive.openView(EVERYTHING)
  const ids = await shown(archive, view)
  await archive.closeView(view)
  return ids.filter((id) => !id.startsWith('gap '))
}
