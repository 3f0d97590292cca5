/** Joins actions with their answers, in whichever order they come (contract §9). */
export class Links {
  /** True when call ids repeat or an action has more than one answer: then the order of adding decides who joins whom. */
  isAmbiguous = false
  /** Slot of the other half, by slot; absent or -1 when there is none. */
  readonly #partner: number[] = []
  readonly #actionById = new Map<string, number>()
  readonly #actionsByCall = new Map<string, number[]>()
  readonly #waitingForId = new Map<string, number>()
  readonly #waitingForCall = new Map<string, number>()

  /** Slot of the other half, or -1. */
  partner(slot: number): number {
    return this.#partner[slot] ?? -1
  }

  /** Adds an action; gives the slot of an answer that came before it, or -1. */
  addAction(slot: number, id: string, callId: string | null): number {
    this.#partner[slot] = -1
    this.#actionById.set(id, slot)
    if (callId !== null) {
      const before = this.#actionsByCall.get(callId)
      if (before === undefined) this.#actionsByCall.set(callId, [slot])
      else this.isAmbiguous = before.push(slot) > 1
    }
    const answer = this.#waitingForId.get(id) ?? (callId === null ? undefined : this.#waitingForCall.get(callId))
    if (answer === undefined || this.partner(answer) !== -1) return -1
    this.#join(slot, answer)
    return answer
  }

  /** Adds an answer; gives the slot of its action, or -1. An AgentErrorEvent has only a call id. */
  addAnswer(slot: number, actionId: string | null, callId: string | null): number {
    this.#partner[slot] = -1
    const byId = actionId === null ? undefined : this.#actionById.get(actionId)
    const action = byId ?? (callId === null ? undefined : this.#unanswered(callId))
    if (action !== undefined) {
      // A second answer (an error after a result) keeps a row of its own.
      if (this.partner(action) !== -1) {
        this.isAmbiguous = true
        return -1
      }
      this.#join(action, slot)
      return action
    }
    this.isAmbiguous ||=
      (actionId !== null && this.#waitingForId.has(actionId)) ||
      (callId !== null && (this.#waitingForCall.has(callId) || this.#actionsByCall.has(callId)))
    if (actionId !== null) this.#waitingForId.set(actionId, slot)
    if (callId !== null) this.#waitingForCall.set(callId, slot)
    return -1
  }

  /** Adds an event that is neither. */
  addOther(slot: number): void {
    this.#partner[slot] = -1
  }

  /** Call ids may repeat: the newest action without an answer is meant. */
  #unanswered(callId: string): number | undefined {
    return this.#actionsByCall.get(callId)?.findLast((slot) => this.partner(slot) === -1)
  }

  #join(action: number, answer: number): void {
    this.#partner[action] = answer
    this.#partner[answer] = action
  }
}
