import type { Json } from '../json.ts'
import type { StartTask } from './startTask.ts'
import type { World } from './world.ts'

/** Messages that may wait for one conversation (contract §15). */
export const MOST_PENDING = 10

/** Messages that wait for conversations to be ready, by the id that each was sent to: `task-<hex>` or a conversation's. */
export class PendingMessages {
  readonly #byTarget = new Map<string, Json[][]>()

  count(target: string): number {
    return this.#byTarget.get(target)?.length ?? 0
  }

  /** Gives the place in the queue, from 1. */
  add(target: string, content: Json[]): number {
    const queue = this.#byTarget.get(target) ?? []
    queue.push(content)
    this.#byTarget.set(target, queue)
    return queue.length
  }

  take(target: string): Json[][] {
    const queue = this.#byTarget.get(target) ?? []
    this.#byTarget.delete(target)
    return queue
  }
}

/** The name under which messages wait for what a start task will make. */
export const pendingTarget = (task: StartTask) => `task-${task.id}`

/** Gives a conversation that has just become ready what waited for it; each message lets the agent run. */
export function deliverPending(world: World, task: StartTask, hex: string): void {
  const conversation = world.conversations.get(hex)
  if (conversation === undefined) return
  for (const target of [pendingTarget(task), hex]) {
    for (const content of world.pending.take(target)) world.agents.message(conversation, content, true)
  }
}
