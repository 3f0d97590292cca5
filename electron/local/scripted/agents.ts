import { plainText } from '../agent/sockets/clientFrame.ts'
import type { Json } from '../json.ts'
import type { Conversation } from '../world/conversation.ts'
import { Agent, type AgentEnvironment } from './agent.ts'
import type { Plot, Setting } from './plot.ts'
import { plotFor } from './plots/index.ts'
import { playPlot, Script } from './script.ts'
import { systemPrompt } from './systemPrompt.ts'

/** The scripted agents of all conversations. */
export class Agents {
  readonly #env: AgentEnvironment
  readonly #agents = new Map<string, Agent>()

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

  /** Adds a user's message and, when asked to, runs. The first message of a conversation brings the system prompt. */
  message(conversation: Conversation, content: Json[], run: boolean): void {
    const text = plainText(content)
    if (conversation.log.length === 0) {
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
    if (isUnderWay) known.script.hear(text)
    else this.assign(conversation, plotFor(text), this.setting(conversation, text), 1)
    conversation.lastUserMessageId = conversation.writer.userMessage(content)
    if (run) this.of(conversation).run()
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
    await Promise.all(conversations.map((conversation) => this.#agents.get(conversation.hex)?.kill()))
  }
}
