import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventRow, Filter, FilterTerm } from '../../../shared/domain/index.ts'
import { someFilter } from '../../support/someFilter.ts'
import { rowHolds } from './naiveFilter.ts'
import { action, allRows, message, observation, openHere, REF, state, type TestEvent, time, walk } from './support.ts'

/** One event of a log, by its number and what came before. */
const step = fc.record({
  what: fc.constantFrom('message', 'action', 'answer', 'rejection', 'stats', 'status', 'tags', 'condensation', 'odd'),
  pick: fc.nat(20),
  /** Microseconds since the event before. */
  pause: fc.constantFrom(0, 1_000, 2_000_000, 600_000_000),
  risk: fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'UNKNOWN'),
  path: fc.constantFrom('/workspace/src/Login.ts', 'docs/a b.md', ''),
  source: fc.constantFrom('user', 'agent', 'environment'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const log = fc.array(step, { minLength: 1, maxLength: 30 }).map(eventsOf)

function eventsOf(steps: readonly Step[]): TestEvent[] {
  let at = 0
  const events: TestEvent[] = []
  for (const [n, step] of steps.entries()) {
    at += step.pause
    events.push({ ...eventOf(n, step, events), timestamp: time(at) })
  }
  return events
}

function eventOf(n: number, { what, pick, risk, path, source }: Step, before: readonly TestEvent[]): TestEvent {
  const open = before.flatMap((event, at) =>
    event.kind === 'ActionEvent' && !before.some((other) => other.tool_call_id === `call-${at}` && other !== event)
      ? [at]
      : [],
  )
  const of = open[pick % Math.max(1, open.length)]
  switch (what) {
    case 'action':
      return pick % 2 === 0
        ? action(n, { security_risk: risk })
        : action(n, {
            security_risk: risk,
            tool_name: 'file_editor',
            action: { kind: 'FileEditorAction', command: 'view', path },
          })
    case 'answer':
      return of === undefined ? message(n, { source }) : observation(n, of, pick % 2)
    case 'rejection':
      return of === undefined ? message(n, { source }) : { ...observation(n, of), kind: 'UserRejectObservation' }
    case 'stats':
      return state(n, 'stats', { usage_to_metrics: { agent: { accumulated_cost: n * pick * 0.01 } } })
    case 'status':
      return state(n, 'execution_status', pick % 2 === 0 ? 'waiting_for_confirmation' : 'running')
    case 'tags':
      return state(n, 'tags', pick % 2 === 0 ? { team: 'web' } : { team: 'ops', urgent: '' })
    case 'condensation': {
      const forgotten_event_ids = before.slice(0, pick % 4).map((event) => event.id)
      return { id: message(n).id, kind: 'Condensation', timestamp: '', source: 'environment', forgotten_event_ids }
    }
    case 'odd':
      return message(n, { source, llm_message: 7 })
    default:
      return message(n, { source })
  }
}

const relation = fc.constantFrom('>', '>=', '<', '<=', '=')
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 2 })
/** Values that these logs have, so that terms often hold. */
const fittingTerm = fc.oneof(
  fc.record({ field: fc.constant('kind'), values: some(fc.constantFrom('actionevent', 'message', 'Condensation')) }),
  fc.record({ field: fc.constant('source'), values: some(fc.constantFrom('user', 'Agent', 'environment')) }),
  fc.record({ field: fc.constant('tool'), values: some(fc.constantFrom('terminal', 'FILE_EDITOR')) }),
  fc.record({ field: fc.constant('path'), values: some(fc.constantFrom('src/login', 'a b', '.ts')) }),
  fc.record({
    field: fc.constant('duration'),
    values: some(fc.record({ relation, ms: fc.constantFrom(0, 1, 2_000, 600_000) })),
  }),
  fc.record({ field: fc.constant('cost'), values: some(fc.record({ relation, usd: fc.constantFrom(0, 0.05, 0.5) })) }),
  fc.record({
    field: fc.constantFrom('after', 'before'),
    values: some(fc.record({ from: fc.constant('start'), ms: fc.constantFrom(0, 1, 2_000, 602_000) })),
  }),
  fc.record({
    field: fc.constantFrom('after', 'before'),
    values: some(fc.record({ from: fc.constant('epoch'), ms: fc.constant(Date.UTC(2026, 7, 24, 9, 10)) })),
  }),
  fc.record({
    field: fc.constant('tag'),
    values: some(fc.record({ key: fc.constantFrom('team', 'urgent'), value: fc.constantFrom('web', '', null) })),
  }),
)
const fitting = fc
  .array(
    fc.tuple(fittingTerm, fc.boolean()).map(([term, isNot]) => ({ ...term, isNot }) as FilterTerm),
    { minLength: 1, maxLength: 3 },
  )
  .map((terms): Filter => terms)

test('a filter shows the rows that its terms hold for, event by event', async () => {
  await fc.assert(
    fc.asyncProperty(
      log,
      fc.array(fc.oneof(fitting, someFilter(['lane', 'is', 'risk']), someFilter()), { minLength: 8, maxLength: 8 }),
      async (events, filters) => {
        const { archive, timers, close } = openHere()
        await walk(archive, events)
        const rowsOf = async (filter: Filter, order: 'raw' | 'spans') => {
          const { view } = await archive.openView({ conversation: REF, filter, order })
          const rows = await allRows(archive, view)
          return rows.filter((row): row is EventRow => row.type === 'event')
        }
        const known = { events, raw: await rowsOf([], 'raw'), spans: await rowsOf([], 'spans'), now: timers.now() }
        for (const filter of filters.map((terms) => terms.filter((term) => term.field !== 'text'))) {
          for (const order of ['raw', 'spans'] as const) {
            const expected = known[order].filter((row) => filter.every((term) => rowHolds(row, term, known)))
            const ids = (await rowsOf(filter, order)).map((row) => row.id)
            expect(ids, JSON.stringify(filter)).toEqual(expected.map((row) => row.id))
          }
        }
        await close()
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)
