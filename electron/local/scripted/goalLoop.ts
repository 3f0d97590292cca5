import type { JsonObject } from '../json.ts'
import { isObject, parseJson } from '../json.ts'
import type { Conversation } from '../world/conversation.ts'
import type { ModelCall } from '../world/metrics.ts'

/** The value of a `goal` state update (contract §9.3). */
type GoalState = JsonObject & {
  active: boolean
  status: 'running' | 'complete' | 'capped' | 'interrupted'
  iteration: number
  max_iterations: number
  objective: string
}

/** What a goal loop needs of its agent. */
export interface GoalDeps {
  /** Gives the agent a message in the user's name; resolves when the run that it starts has ended. */
  work(text: string, objective: string): Promise<void>
  /** The audit is a model call of its own. */
  payFor(): ModelCall
}

/** Audits that a scripted goal takes, with what each finds. */
const AUDITS = [
  { score: 0.4, complete: false, missing: 'The change is made, but no test proves it.' },
  { score: 0.75, complete: false, missing: 'The test is there; the whole suite has not been run since.' },
  { score: 1, complete: true, missing: '' },
]

/** Runs an agent again and again until an audit finds its goal reached (recorded on 1.58.0 and 1.34.0). */
export class GoalLoop {
  readonly #conversation: Conversation
  readonly #deps: GoalDeps
  #state: GoalState | undefined
  /** Counts starts and stops: a loop that finds another number has been ended. */
  #turn = 0

  constructor(conversation: Conversation, deps: GoalDeps) {
    this.#conversation = conversation
    this.#deps = deps
  }

  get isActive(): boolean {
    return this.#state?.active ?? false
  }

  start(objective: string, max: number): void {
    this.#begin({ active: true, status: 'running', iteration: 0, max_iterations: max, objective, verdict: null })
    void this.#loop(objective)
  }

  /** False when no goal was interrupted. */
  resume(): boolean {
    const last = this.#state ?? lastGoal(this.#conversation)
    // A goal that was running when the server went away was interrupted without a word.
    if (this.isActive || last === undefined || (last.status !== 'interrupted' && !last.active)) return false
    this.#begin({ ...last, active: true, status: 'running', iteration: 0, verdict: null })
    void this.#loop(RESUMING)
    return true
  }

  /** Ends the loop; the run that is under way goes on. Does nothing without one. */
  stop(): void {
    if (this.isActive) this.#end('interrupted')
  }

  /** Ends without a trace, as when the sandbox goes away. */
  drop(): void {
    this.#turn += 1
    this.#state = undefined
  }

  async #loop(first: string): Promise<void> {
    const turn = this.#turn
    let message = first
    for (;;) {
      await this.#deps.work(message, this.#state?.objective ?? '')
      const state = this.#state
      if (this.#turn !== turn || state === undefined) return
      // Paused, interrupted, failed, or waiting for a person.
      if (this.#conversation.status !== 'finished') return this.#end('interrupted')
      this.#conversation.writer.stats(this.#deps.payFor())
      const verdict = AUDITS[Math.min(state.iteration, AUDITS.length - 1)] ?? null
      const now: GoalState = { ...state, iteration: state.iteration + 1, verdict }
      this.#state = now
      if (verdict?.complete === true) return this.#end('complete')
      if (now.iteration >= now.max_iterations) return this.#end('capped')
      this.#say(now)
      message = notYet(now.iteration, verdict?.missing ?? '')
    }
  }

  #begin(state: GoalState): void {
    this.#turn += 1
    this.#say(state)
  }

  #end(status: 'complete' | 'capped' | 'interrupted'): void {
    this.#turn += 1
    if (this.#state !== undefined) this.#say({ ...this.#state, active: false, status })
  }

  #say(state: GoalState): void {
    this.#state = state
    this.#conversation.writer.state('goal', state)
  }
}

const RESUMING =
  'Resuming a goal that was paused or interrupted. Re-check the real current state of the workspace (do not rely on memory) and continue making concrete, verified progress toward the original objective.'

function notYet(iteration: number, missing: string): string {
  return `The goal is NOT yet complete (audit iteration ${iteration}).\nOutstanding: ${missing}\n\nInspect the real current state of the workspace (do not rely on memory). For each remaining requirement, make concrete progress.`
}

function lastGoal(conversation: Conversation): GoalState | undefined {
  const event = conversation.log.events.findLast(
    ({ kind, text }) => kind === 'ConversationStateUpdateEvent' && text.includes('"key":"goal"'),
  )
  const parsed = event === undefined ? undefined : parseJson(event.text)
  const value = isObject(parsed) ? parsed.value : undefined
  return isObject(value) && isGoal(value) ? value : undefined
}

function isGoal(value: JsonObject): value is GoalState {
  return typeof value.objective === 'string' && typeof value.max_iterations === 'number'
}
