import { isObject, parseJson } from '../json.ts'
import { branchTo } from '../world/branch.ts'
import type { Conversation } from '../world/conversation.ts'
import type { StoredEvent } from '../world/eventLog.ts'
import type { ModelCall } from '../world/metrics.ts'

/** The system prompt and the first message stay, as `keep_first` of the real condenser says. */
const KEPT_FIRST = 2
const KEPT_LAST = 2
const IN_MIND = new Set([
  'MessageEvent',
  'ActionEvent',
  'ObservationEvent',
  'AgentErrorEvent',
  'UserRejectObservation',
  'SystemPromptEvent',
])

/** Forgets the middle of what the agent has in mind, on request; false when that is too little (contract §9). */
export function condense(conversation: Conversation, payFor: () => ModelCall): boolean {
  const { log, leafId, writer } = conversation
  const branch = leafId === undefined ? [] : branchTo(log, leafId)
  const forgotten = forgettable(branch)
  if (forgotten.length === 0) return false
  writer.node('CondensationRequest', 'environment', {})
  const steps = branch.filter((event) => event.kind === 'ActionEvent' && forgotten.includes(event.id)).length
  writer.condensation(forgotten, `SUMMARY: the user asked: ${firstRequest(branch)} ${steps} steps were made since.`)
  writer.stats(payFor())
  return true
}

function forgettable(branch: readonly StoredEvent[]): string[] {
  const gone = new Set<string>()
  const ids: string[] = []
  for (const event of branch) {
    if (IN_MIND.has(event.kind)) ids.push(event.id)
    if (event.kind !== 'Condensation') continue
    for (const id of forgottenBy(event)) gone.add(id)
    // What a condensation left is one text, which the next one takes in (contract §8).
    ids.push(`${event.id}-summary`)
  }
  return ids.filter((id) => !gone.has(id)).slice(KEPT_FIRST, -KEPT_LAST)
}

function forgottenBy(event: StoredEvent): string[] {
  const parsed = parseJson(event.text)
  const ids = isObject(parsed) ? parsed.forgotten_event_ids : []
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

function firstRequest(branch: readonly StoredEvent[]): string {
  const first = branch.find((event) => event.kind === 'MessageEvent' && event.source === 'user')
  const text = /"text":"((?:[^"\\]|\\.)*)"/.exec(first?.text ?? '')?.[1] ?? ''
  return `"${text.slice(0, 160)}".`
}
