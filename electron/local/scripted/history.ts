import type { Random } from '../random.ts'
import { type StoredEvent, storedEvent } from '../world/eventLog.ts'
import type { Metrics } from '../world/metrics.ts'
import { EventWriter } from './eventWriter.ts'
import { inventModelCall } from './modelCall.ts'
import type { Plot, Setting } from './plot.ts'
import type { Step } from './step.ts'
import { systemPrompt } from './systemPrompt.ts'
import { terminal } from './tools.ts'

/** How a past conversation ends. */
export interface Tail {
  /** Steps after the last chapter. */
  steps: Step[]
  /** Writes what stands after them; must add exactly `extra` events. */
  close(writer: EventWriter): void
  extra: number
}

/** A conversation that happened before the service started. */
export interface Past {
  length: number
  cost: number
  startMs: number
  endMs: number
  plot: Plot
  setting: Setting
  tail: Tail
  hasParents: boolean
}

/** How many events a step writes. */
export function eventsOf(step: Step): number {
  switch (step.kind) {
    case 'act':
      return 1 + step.calls.reduce((sum, call) => sum + (call.hook === undefined ? 2 : 3), 0)
    case 'misuse':
      return 3
    case 'say':
      return 2
    case 'condense':
    case 'break':
      return 1
  }
}

/** Generates exactly `past.length` events whose last `stats` shows exactly `past.cost`. */
export function generatePast(past: Past, random: Random, metrics: Metrics): StoredEvent[] {
  const events: StoredEvent[] = []
  let micros = past.startMs * 1000
  const outlet = {
    hasParents: past.hasParents,
    append: (event: Parameters<typeof storedEvent>[0]) => void events.push(storedEvent(event)),
    micros: () => {
      // By what is left, so that a long past does not arrive early and stand still at its end.
      const left = past.length - events.length
      const spacing = (past.endMs * 1000 - micros) / Math.max(left, 1)
      micros = Math.min(micros + spacing * (0.2 + random.next() * 1.6), past.endMs * 1000 - left)
      return Math.floor(micros)
    },
  }
  const writer = new EventWriter(outlet, random, metrics)
  const steps = stepsFilling(past, random)
  writer.node('SystemPromptEvent', 'agent', systemPrompt(past.setting.folder, past.setting.repository))
  writer.userMessage(past.setting.request)
  writer.state('execution_status', 'running')
  const payers = steps.filter((step) => step.kind !== 'condense' && step.kind !== 'break').length
  for (const [turn, step] of steps.entries()) {
    const share = past.cost / Math.max(payers, 1)
    writeStep(step, writer, events, () => inventModelCall(random, turn, micros / 1000, share))
  }
  while (events.length < past.length - past.tail.extra) {
    writer.stats(inventModelCall(random, 0, micros / 1000, 0))
  }
  past.tail.close(writer)
  // Very short pasts have no room for their tail.
  return events.slice(0, past.length)
}

function stepsFilling(past: Past, random: Random): Step[] {
  const fixed = 4 + past.tail.extra + past.tail.steps.reduce((sum, step) => sum + eventsOf(step), 0)
  let room = past.length - fixed
  const steps: Step[] = []
  const take = (candidates: Step[]): boolean => {
    for (const step of candidates) {
      if (eventsOf(step) > room) return false
      steps.push(step)
      room -= eventsOf(step)
    }
    return true
  }
  let more = take(past.plot.opening(past.setting))
  for (let round = 0; more; round++) {
    more = take(past.plot.chapter(past.setting, round))
    if (more && round % 12 === 11)
      more = take([{ kind: 'condense', summary: `Rounds up to ${round + 1} of: ${past.setting.request}` }])
  }
  while (room >= 3) take([terminal('', `git status --short | head -${random.between(2, 9)}`, '', { seconds: 0.2 })])
  return [...steps, ...past.tail.steps]
}

function writeStep(
  step: Step,
  writer: EventWriter,
  events: StoredEvent[],
  call: () => Parameters<EventWriter['stats']>[0],
): void {
  switch (step.kind) {
    case 'act': {
      writer.stats(call())
      for (const open of writer.actions(step)) writer.observation(open)
      return
    }
    case 'say':
      writer.stats(call())
      writer.agentMessage(step.text)
      return
    case 'misuse':
      writer.stats(call())
      writer.misuse(step)
      return
    case 'break':
      writer.conversationError(step)
      return
    case 'condense': {
      const recent = events.slice(3).slice(-80, -20)
      const nodes = recent.filter((event) => event.kind === 'ActionEvent' || event.kind === 'ObservationEvent')
      writer.condensation(
        nodes.map((event) => event.id),
        step.summary,
      )
    }
  }
}
