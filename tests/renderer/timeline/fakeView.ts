import type { ViewCalls } from '../../../renderer/state/viewStore.ts'
import type { EventRow, Row, ViewChange, Window, WindowRequest } from '../../../shared/domain/index.ts'

interface FakeGap {
  gap: true
  count: number
}

/** One view over a list that a test changes as it likes: rows may appear anywhere. */
export class FakeView {
  readonly requests: WindowRequest[] = []
  opened = 0
  #items: (string | FakeGap)[]
  #revision = 1
  #publish: ((change: ViewChange | null) => void) | null = null
  /** Ids of answers, by the id of the row that shows them. */
  readonly answers = new Map<string, string>()
  /** Answers to windows wait for this. */
  gate: Promise<void> = Promise.resolve()

  constructor(ids: readonly string[]) {
    this.#items = [...ids]
  }

  get count(): number {
    return this.#items.reduce<number>((sum, item) => sum + (typeof item === 'string' ? 1 : item.count), 0)
  }

  /** Puts events at a position of the list and says so, unless `isSilent`. */
  insert(index: number, ids: readonly string[], isSilent = false): void {
    this.#items.splice(index, 0, ...ids)
    this.#revision += 1
    if (!isSilent) this.announce(index)
  }

  append(ids: readonly string[]): void {
    this.insert(this.#items.length, ids)
  }

  /** The first entry becomes a gap of so many events, or the gap becomes these events. */
  setHead(head: FakeGap | readonly string[]): void {
    const rest = typeof this.#items[0] === 'string' ? this.#items : this.#items.slice(1)
    this.#items = 'gap' in head ? [head, ...rest] : [...head, ...rest]
    this.#revision += 1
    this.announce(0)
  }

  announce(changedFrom: number): void {
    this.#publish?.({ revision: this.#revision, count: this.count, changedFrom, drafts: false })
  }

  /** The host ends the stream, as it does when the view expired. */
  endChanges(): void {
    this.#publish?.(null)
  }

  readonly calls: ViewCalls = fakeCalls(this, {
    open: () => {
      this.opened += 1
      return { view: `view-${this.opened}`, count: this.count, revision: this.#revision }
    },
    window: (request) => this.#window(request),
    changes: (signal) => this.#changes(signal),
  })

  #window({ anchor, before, after }: WindowRequest): Window {
    const rows = this.#rows()
    const count = this.count
    const at =
      anchor === 'end'
        ? Math.max(0, count - 1)
        : 'position' in anchor
          ? Math.min(anchor.position, Math.max(0, count - 1))
          : (rows.find((row) => row.type === 'event' && [row.id, row.pairedId].includes(anchor.id))?.position ?? null)
    const centre = at ?? count
    const first = Math.max(0, centre - before)
    const end = Math.min(count, centre + after + 1)
    const inside = rows.flatMap((row): Row[] => {
      if (row.type === 'event') return row.position >= first && row.position < end ? [row] : []
      const from = Math.max(first, row.position)
      const to = Math.min(end, row.position + row.count)
      return to > from ? [{ ...row, position: from, count: to - from }] : []
    })
    return { revision: this.#revision, count, first, anchorPosition: at, rows: inside }
  }

  #rows(): Row[] {
    let position = 0
    return this.#items.map((item) => {
      const row: Row =
        typeof item === 'string'
          ? { ...fakeEventRow(item, position), pairedId: this.answers.get(item) ?? null }
          : {
              type: 'gap',
              position,
              count: item.count,
              reason: 'loading',
              first: position,
              total: item.count,
              fromUs: null,
              toUs: null,
            }
      position += typeof item === 'string' ? 1 : item.count
      return row
    })
  }

  async *#changes(signal: AbortSignal | undefined): AsyncGenerator<ViewChange, void> {
    const queue: (ViewChange | null)[] = []
    let wake: () => void = () => undefined
    this.#publish = (change) => {
      queue.push(change)
      wake()
    }
    signal?.addEventListener('abort', () => wake())
    while (signal?.aborted !== true) {
      const next = queue.shift()
      if (next === null) return
      if (next !== undefined) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
}

function fakeCalls(
  view: FakeView,
  answers: {
    open: () => { view: string; count: number; revision: number }
    window: (request: WindowRequest) => Window
    changes: (signal: AbortSignal | undefined) => AsyncGenerator<ViewChange, void>
  },
): ViewCalls {
  return {
    open: async () => answers.open(),
    close: async () => ({}),
    window: async (request, options) => {
      view.requests.push(request)
      await view.gate
      options?.signal?.throwIfAborted()
      return answers.window(request)
    },
    overview: async () => {
      throw new Error('not asked in these tests')
    },
    drafts: async () => [],
    changes: async (_, options) => answers.changes(options?.signal),
  }
}

export function fakeEventRow(id: string, position: number): EventRow {
  return {
    type: 'event',
    position,
    id,
    pairedId: null,
    logIndex: null,
    timeUs: null,
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'terminal',
    tool: 'terminal',
    summary: id,
    isCode: true,
    span: { state: 'done', durationUs: 1 },
    result: '',
    risk: null,
    costUsd: null,
    tokens: null,
    bytes: 100,
    flags: { isError: false, isCondensed: false, isNonconforming: false, isProvisional: false, isRedacted: false },
  }
}

/** `a0`, `a1`, … */
export function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`)
}
