import type { Connection, ConversationRef, TagEdit, TagSaveStage } from '../../../shared/domain/index.ts'
import { HandrailError, mergeTags, tagKeyProblem, tagValueProblem } from '../../../shared/domain/index.ts'
import type { AgentServerClient, Gateway } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'

const VISIBLE_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 1_500

export interface TagSaveDeps {
  gateway: Gateway
  clock: Clock
  connection: Connection
  /** Runs a call on the agent server, with one fresh look at its key. */
  withAgent<T>(ref: ConversationRef, call: (agent: AgentServerClient) => Promise<T>): Promise<T>
}

/**
 * The tag workflow of the seed (§4.4): the authoritative map is read from the agent server, the edit merged into it,
 * the whole map written (unless somebody else changed the same keys meanwhile), then the app server's view is watched until every written pair is in it. That view is a
 * union with server-owned keys (contract §6): removals are not waited for, and nothing is ever built from it.
 *
 * @throws HandrailError `invalid-input` naming the key, before anything is sent.
 */
export async function* saveTags(
  deps: TagSaveDeps,
  ref: ConversationRef,
  edit: TagEdit,
  signal: AbortSignal,
): AsyncGenerator<TagSaveStage> {
  checkEdit(edit)
  yield { stage: 'reading' }
  const before = await deps.withAgent(ref, async (agent) => (await agent.conversation(ref.conversationId, signal)).tags)
  const { tags, conflicts, merged } = mergeTags(before, edit)
  if (conflicts.length > 0) {
    yield { stage: 'conflict', conflicts, tags: before }
    return
  }
  yield { stage: 'writing', tags, merged }
  await deps.withAgent(ref, (agent) => agent.replaceTags(ref.conversationId, tags, signal))
  const saved = await deps.withAgent(ref, async (agent) => (await agent.conversation(ref.conversationId, signal)).tags)
  yield { stage: 'saved', tags: saved }
  if (deps.connection.kind === 'app') yield await waitUntilVisible(deps, ref, edit.set, signal)
}

async function waitUntilVisible(
  deps: TagSaveDeps,
  ref: ConversationRef,
  written: Record<string, string>,
  signal: AbortSignal,
): Promise<TagSaveStage> {
  const began = deps.clock.now()
  for (;;) {
    const [record] = await deps.gateway.appServer(deps.connection).conversations([ref.conversationId], 'person', signal)
    const missing = Object.keys(written).filter((key) => record?.tags[key] !== written[key])
    const afterMs = deps.clock.now() - began
    if (missing.length === 0) return { stage: 'visible', afterMs }
    if (afterMs >= VISIBLE_WITHIN_MS) return { stage: 'not-visible', missing }
    await deps.clock.sleep(LOOK_EVERY_MS, signal)
  }
}

function checkEdit(edit: TagEdit): void {
  for (const [key, value] of Object.entries(edit.set)) {
    const problem = tagKeyProblem(key) ?? tagValueProblem(value)
    if (problem !== null) {
      throw new HandrailError({ code: 'invalid-input', message: `Tag "${key}": ${problem}`, field: `tags.${key}` })
    }
  }
}
