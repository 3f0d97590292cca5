import { fullState } from '../agent/fullState.ts'
import { type Clock, pauseFor } from '../clock.ts'
import type { Dialect } from '../options.ts'
import type { Random } from '../random.ts'
import type { Conversation } from '../world/conversation.ts'
import { mustConfirm } from './confirmation.ts'
import { streamThought } from './deltas.ts'
import type { OpenAction } from './eventWriter.ts'
import { inventModelCall } from './modelCall.ts'
import { endsRun, type Script } from './script.ts'
import { riskOf } from './securityRisk.ts'
import type { Step } from './step.ts'

/** What the agents of one service share. */
export interface AgentEnvironment {
  clock: Clock
  random: Random
  speed: number
  dialect: Dialect
  /** Resolves when agents may go on; used to hold them still in tests. */
  gate(signal: AbortSignal): Promise<void>
}

/** The scripted agent of one conversation: plays its script in real time. */
export class Agent {
  readonly #conversation: Conversation
  readonly #env: AgentEnvironment
  readonly script: Script
  #abort: AbortController | undefined
  #done: Promise<void> = Promise.resolve()
  #phase: 'off' | 'thinking' | 'acting' = 'off'
  #pausing = false
  #open: OpenAction[] = []
  #turn: number

  constructor(conversation: Conversation, script: Script, env: AgentEnvironment) {
    this.#conversation = conversation
    this.#env = env
    this.script = script
    this.#turn = Math.floor(conversation.seed.pastLength / 4)
  }

  get isRunning(): boolean {
    return this.#phase !== 'off'
  }

  /** Resolves when the run that is under way has ended. */
  get ended(): Promise<void> {
    return this.#done
  }

  /** Starts the run loop; false when it is running. */
  run(): boolean {
    if (this.isRunning) return false
    this.#abort = new AbortController()
    this.#pausing = false
    this.#phase = 'thinking'
    this.#conversation.setStatus('running')
    this.#done = this.#loop(this.#abort.signal)
    return true
  }

  /** Between steps; while a tool runs, resolves when that tool has ended (contract §18.1). */
  async pause(): Promise<void> {
    const c = this.#conversation
    if (!this.isRunning) {
      if (c.status !== 'idle') return
      this.#markPaused()
      return
    }
    this.#pausing = true
    if (this.#phase === 'thinking') this.#markPaused()
    else await this.#done
  }

  /** At once: open actions get an AgentErrorEvent, then status paused, then InterruptEvent (contract §18.2). */
  async interrupt(): Promise<void> {
    const c = this.#conversation
    if (!this.isRunning) return this.pause()
    this.#abort?.abort()
    await this.#done
    for (const open of this.#open.splice(0)) {
      c.writer.agentError(open.call.tool, open.toolCallId, 'Tool call was interrupted by the user before it completed.')
    }
    c.setStatus('paused')
    c.writer.node('InterruptEvent', 'user', {})
    this.#announceState()
  }

  /** Ends the run without a trace, as when the sandbox goes away. */
  async kill(): Promise<void> {
    this.#abort?.abort()
    await this.#done
    this.#open = []
  }

  /** Runs the actions that were waiting, then goes on; without any it is a plain run. */
  accept(): void {
    if (this.isRunning) return
    this.#open = this.#conversation.pending.splice(0)
    this.run()
  }

  /** Refuses every waiting action: status idle first, then the rejections (contract §18.2). */
  reject(reason: string): void {
    const c = this.#conversation
    const open = c.pending.splice(0)
    if (open.length === 0) return
    c.setStatus('idle')
    for (const action of open) c.writer.rejection(action, reason)
  }

  #markPaused(): void {
    this.#conversation.setStatus('paused')
    this.#conversation.writer.node('PauseEvent', 'user', {})
    this.#announceState()
  }

  #announceState(): void {
    this.#conversation.announce(fullState(this.#conversation))
  }

  async #loop(signal: AbortSignal): Promise<void> {
    try {
      if (this.#open.length > 0) await this.#observe(signal)
      while (!this.#pausing) {
        await this.#env.gate(signal)
        const step = this.script.next()
        await this.#play(step, signal)
        if (this.#conversation.status === 'waiting_for_confirmation') break
        if (endsRun(step)) {
          if (!this.#pausing) this.#conversation.setStatus(step.kind === 'break' ? 'error' : 'finished')
          break
        }
      }
      if (this.#pausing && this.#conversation.status === 'running') this.#markPaused()
      else this.#announceState()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#phase = 'off'
    }
  }

  async #play(step: Step, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#env
    const { writer } = this.#conversation
    this.#phase = 'thinking'
    this.#turn += 1
    const id = writer.newId()
    if (step.kind === 'condense') {
      const events = this.#conversation.log.events.slice(3, -12)
      const nodes = events.filter((event) => event.kind === 'ActionEvent' || event.kind === 'ObservationEvent')
      writer.condensation(
        nodes.slice(-60).map((event) => event.id),
        step.summary,
      )
      return
    }
    await streamThought(this.#conversation, step, id, (ms) => this.#wait(ms, signal), random)
    if (step.kind === 'break') {
      writer.conversationError(step)
      return
    }
    writer.stats(inventModelCall(random, this.#turn, clock.now()))
    if (step.kind === 'say') {
      writer.agentMessage(step.text, id)
      return
    }
    if (step.kind === 'misuse') {
      writer.misuse(step, id)
      return
    }
    const open = writer.actions(step, id)
    const { policy } = this.#conversation
    const { analyzer } = this.#conversation.agent
    if (this.#env.dialect === '1.58' && policy.kind === 'ConfirmRisky' && analyzer !== null) {
      const risks = Object.fromEntries(open.map(({ id, call }) => [id, riskOf(call, analyzer)]))
      writer.securityAnalysis(risks, String(analyzer.kind))
    }
    if (!this.#pausing && step.calls.some((call) => mustConfirm(policy, call.tool, riskOf(call, analyzer)))) {
      this.#conversation.pending.push(...open)
      this.#conversation.setStatus('waiting_for_confirmation')
      return
    }
    this.#open = open
    await this.#observe(signal)
  }

  async #observe(signal: AbortSignal): Promise<void> {
    this.#phase = 'acting'
    for (const action of [...this.#open]) {
      await this.#wait(action.call.seconds * 1000, signal)
      this.#conversation.writer.observation(action)
      this.#open.shift()
    }
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return pauseFor(this.#env.clock, ms / this.#env.speed, signal)
  }
}
