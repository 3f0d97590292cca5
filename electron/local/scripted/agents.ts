import { plainText } from '../agent/sockets/clientFrame.ts'
import type { Json } from '../json.ts'
import type { Conversation } from '../world/conversation.ts'
import { Agent, type AgentEnvironment } from './agent.ts'
import { GoalLoop } from './goalLoop.ts'
import { inventModelCall } from './modelCall.ts'
import type { Plot, Setting } from './plot.ts'
import { plotFor } from './plots/index.ts'
import { playPlot, Script } from './script.ts'
import { systemPrompt } from './systemPrompt.ts'
import { textContent } from './tools.ts'

/** The scripted agents of all conversations. */
export class Agents {
  readonly #env: AgentEnvironment
  readonly #agents = new Map<string, Agent>()
  readonly #goals = new Map<string, GoalLoop>()

  constructor(env: AgentEnvironment) {
    this.#env = env
  }

  /** The agent of a conversation; one that has none yet gets a script for its request. */
  of(conversation: Conversation): Agent {
    const known = this.#agents.get(conversation.hex)
    if (known !== undefined) return known
    return this.assign(
      conversation,
      plotFor(conversation.title ?? ''),
      this.setting(conversation, conversation.title ?? ''),
      2,
    )
  }

  isRunning(conversation: Conversation): boolean {
    return this.#agents.get(conversation.hex)?.isRunning ?? false
  }

  /** How many of the given conversations run now. */
  countRunning(conversations: readonly Conversation[]): number {
    return conversations.filter((conversation) => this.isRunning(conversation)).length
  }

  /** Gives a conversation a plot to play; with `resumes` its opening has been played before. */
  assign(conversation: Conversation, plot: Plot, setting: Setting, chapters: number, resumes = false): Agent {
    const script = new Script(playPlot(plot, setting, chapters, resumes))
    const agent = new Agent(conversation, script, this.#env)
    this.#agents.set(conversation.hex, agent)
    return agent
  }

  /** The goal loop of a conversation, whether it has a goal or not. */
  goalOf(conversation: Conversation): GoalLoop {
    const known = this.#goals.get(conversation.hex)
    if (known !== undefined) return known
    const goal = new GoalLoop(conversation, {
      work: async (text, objective) => {
        this.#add(conversation, [textContent(text)], objective)
        const agent = this.of(conversation)
        agent.run()
        await agent.ended
      },
      payFor: () => inventModelCall(this.#env.random, 1, this.#env.clock.now()),
    })
    this.#goals.set(conversation.hex, goal)
    return goal
  }

  /** Adds a user's message and, when asked to, runs. It ends a goal loop (contract §11). */
  message(conversation: Conversation, content: Json[], run: boolean): void {
    this.#goals.get(conversation.hex)?.stop()
    this.#add(conversation, content, plainText(content))
    if (run) this.of(conversation).run()
  }

  /** The first message of a conversation brings the system prompt. `request` is what the agent makes of it. */
  #add(conversation: Conversation, content: Json[], request: string): void {
    if (conversation.leafId === undefined) {
      conversation.writer.node(
        'SystemPromptEvent',
        'agent',
        systemPrompt(conversation.seed.workingDir, conversation.repository),
      )
    }
    if (['finished', 'stuck', 'error'].includes(conversation.status)) conversation.setStatus('idle')
    const known = this.#agents.get(conversation.hex)
    const isUnderWay =
      known !== undefined && ['running', 'paused', 'waiting_for_confirmation'].includes(conversation.status)
    if (isUnderWay) known.script.hear(plainText(content))
    else this.assign(conversation, plotFor(request), this.setting(conversation, request), 1)
    conversation.lastUserMessageId = conversation.writer.userMessage(content)
  }

  setting(conversation: Conversation, request: string): Setting {
    return {
      random: this.#env.random.fork(conversation.hex),
      request,
      folder: conversation.seed.workingDir,
      repository: conversation.repository ?? 'acme/project',
      branch: conversation.branch ?? 'main',
    }
  }

  /** Ends the run of every given conversation, as when their sandbox goes away. */
  async kill(conversations: readonly Conversation[]): Promise<void> {
    for (const { hex } of conversations) this.#goals.get(hex)?.drop()
    await Promise.all(conversations.map((conversation) => this.#agents.get(conversation.hex)?.kill()))
  }
}
