import { expect } from 'vitest'
import { eventually } from '../../support/until.ts'
import type { Any, Bench } from './client.ts'

export const SANDBOXES = '/api/v1/sandboxes'
export const CONVERSATIONS = '/api/v1/app-conversations'

/** Keys that an app server adds to the tags by itself (contract §6). */
const RESERVED = new Set(['archiveworkspacepath', 'repo_name', 'git_provider', 'selected_branch'])

/** What was done to a service, and what has to be so because of it. */
export class Ledger {
  readonly bench: Bench
  /** Every map of tags that was written to a conversation, in order. */
  readonly #tags = new Map<string, Record<string, string>[]>()
  /** Every key that a sandbox ever had. */
  readonly #keys = new Map<string, Set<string>>()
  /** Sandboxes whose last conversation was deleted. */
  readonly #emptied = new Set<string>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  wroteTags(conversationId: string, tags: Record<string, string>): void {
    this.#tags.set(conversationId, [...(this.#tags.get(conversationId) ?? []), tags])
  }

  deletedConversation({ sandbox_id }: Any, rest: Any[]): void {
    if (rest.every((one) => one.sandbox_id !== sandbox_id)) this.#emptied.add(sandbox_id)
  }

  /** Notes a key; true when this sandbox had it before. */
  sawKey(sandboxId: string, key: string): boolean {
    const keys = this.#keys.get(sandboxId) ?? new Set()
    const isOld = keys.has(key)
    this.#keys.set(sandboxId, keys.add(key))
    return isOld
  }

  /** Both lists as of one moment: read again until nothing moved in between. */
  async look(): Promise<{ sandboxes: Any[]; conversations: Any[] }> {
    for (;;) {
      const before = (await this.bench.app(`${SANDBOXES}/search`)).body
      const conversations = (await this.bench.app(`${CONVERSATIONS}/search`)).body.items
      const after = (await this.bench.app(`${SANDBOXES}/search`)).body
      if (JSON.stringify(before) === JSON.stringify(after)) return { sandboxes: after.items, conversations }
    }
  }

  /** What holds at every moment. */
  async check(limit: number): Promise<void> {
    const { sandboxes, conversations } = await this.look()
    const awake = sandboxes.filter(({ status }) => status === 'RUNNING' || status === 'STARTING')
    expect(awake.length).toBeLessThanOrEqual(limit)
    for (const one of sandboxes) {
      expect(one.session_api_key !== null).toBe(one.status === 'RUNNING')
      expect(one.exposed_urls !== null).toBe(one.status === 'RUNNING')
      if (one.session_api_key !== null) this.sawKey(one.id, one.session_api_key)
    }
    for (const one of conversations) {
      const sandbox = sandboxes.find(({ id }) => id === one.sandbox_id)
      expect(one.sandbox_status).toBe(sandbox?.status ?? 'MISSING')
      expect(one.session_api_key).toBe(sandbox?.session_api_key ?? null)
      expect(one.execution_status !== null).toBe(one.sandbox_status === 'RUNNING')
      expect(one.conversation_url !== null).toBe(one.sandbox_status === 'RUNNING')
      this.#checkView(one)
    }
  }

  /** A view may be late, but shows nothing that was never written. */
  #checkView({ id, tags }: Any): void {
    const written = this.#tags.get(id) ?? []
    for (const [key, value] of Object.entries(tags)) {
      if (!RESERVED.has(key)) expect(written.map((map) => map[key])).toContain(value)
    }
  }

  /** What holds once nothing is on its way any more. */
  async settle(): Promise<void> {
    const all = [...this.#keys].flatMap(([id, keys]) => [...keys].map((key) => [id, key] as const))
    // No key ever opens two sandboxes.
    expect(new Set(all.map(([, key]) => key)).size).toBe(all.length)
    for (const [id, maps] of this.#tags) {
      const record = await this.bench.record(id)
      if (record === null) continue
      // The newest map stands alone on the agent server; the view is the union of all that were ever written.
      if (record.conversation_url !== null) expect((await this.bench.agent(record)).body.tags).toEqual(maps.at(-1))
      const union: Record<string, string> = Object.assign({}, ...maps)
      await eventually(async () => {
        const { tags } = await this.bench.record(id)
        return Object.entries(union).every(([key, value]) => tags[key] === value) ? true : null
      })
    }
    const inhabited = new Set((await this.look()).conversations.map(({ sandbox_id }) => sandbox_id))
    for (const id of this.#emptied) {
      if (inhabited.has(id)) continue
      await eventually(async () => ((await this.bench.app(`${SANDBOXES}?id=${id}`)).body[0] === null ? true : null))
    }
  }
}
