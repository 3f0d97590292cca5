import type { Conversation } from './conversation.ts'
import { deleteSandbox } from './sandboxLife.ts'
import type { World } from './world.ts'

/** How long an empty sandbox stays. */
const EMPTY_MS = 1500

/**
 * Takes a conversation out of the lists. Its events stay readable (contract §18.4); the sandbox that it leaves empty
 * goes a moment later.
 */
export async function deleteConversation(world: World, conversation: Conversation): Promise<void> {
  if (!world.conversations.delete(conversation.hex)) return
  world.deleted.set(conversation.hex, conversation)
  conversation.touch()
  void removeWhenEmpty(world, conversation.sandboxId)
  await world.agents.kill([conversation])
}

async function removeWhenEmpty(world: World, sandboxId: string): Promise<void> {
  try {
    await world.wait(EMPTY_MS)
  } catch {
    return
  }
  const sandbox = world.sandboxes.get(sandboxId)
  // The app server knows of its own records only: what it never heard of goes with the sandbox.
  const isInhabited = [...world.conversations.values()].some((other) => other.sandboxId === sandboxId)
  if (sandbox !== undefined && !isInhabited) await deleteSandbox(world, sandbox)
}
