import type { Plot, Setting } from './plot.ts'
import { isAnswer, isEnding, type Step } from './step.ts'
import { finish } from './tools.ts'

/** The steps that are still to be played in one conversation. */
export class Script {
  #steps: Iterator<Step>
  #heard: string[] = []

  constructor(steps: Iterable<Step>) {
    this.#steps = steps[Symbol.iterator]()
  }

  /** A user spoke while the plot was under way; the agent answers at its next step. */
  hear(text: string): void {
    this.#heard.push(text)
  }

  next(): Step {
    const heard = this.#heard.shift()
    if (heard !== undefined) return acknowledge(heard)
    const next = this.#steps.next()
    return next.done === true ? finish('There is nothing left to do.') : next.value
  }
}

function acknowledge(text: string): Step {
  const said = text.length > 160 ? `${text.slice(0, 157)}...` : text
  return {
    kind: 'act',
    thought: `You add: "${said}". I take that into account and go on.`,
    calls: [
      {
        tool: 'think',
        action: { thought: `The user's new wish: ${said}`, kind: 'ThinkAction' },
        observation: {
          content: [{ cache_prompt: false, type: 'text', text: 'Your thought has been logged.' }],
          is_error: false,
          kind: 'ThinkObservation',
        },
        summary: 'note what the user added',
        risk: 'UNKNOWN',
        seconds: 0.1,
      },
    ],
  }
}

/** The whole of a plot: opening, some chapters, ending. */
export function* playPlot(plot: Plot, setting: Setting, chapters: number, resumes: boolean): Generator<Step> {
  if (!resumes) yield* plot.opening(setting)
  for (let round = 0; round < chapters; round++) yield* plot.chapter(setting, round)
  yield* plot.ending(setting)
}

/** True when nothing follows the step without a new message. */
export function endsRun(step: Step): boolean {
  return isEnding(step) || isAnswer(step)
}
