import { isWireObject, listAt, numberAt, objectAt, textAt, type WireObject } from '../wireValue.ts'
import { counted, dotted, oneLine, shortCount, shortJson } from './line.ts'
import { type RowFacts, rowFacts } from './rowFacts.ts'
import { usageOfStats } from './usageOf.ts'

/** Names of the run state: `agent_status` is its old name (contract §9.3). */
export function isStatusKey(key: string | null): boolean {
  return key === 'execution_status' || key === 'agent_status'
}

/** A ConversationStateUpdateEvent. The status before is not in the event: `stateChangeSummary` adds it. */
export function stateRow(event: WireObject): RowFacts {
  const key = textAt(event, 'key')
  const value = event.value
  const isError = key === 'last_error' || (isStatusKey(key) && (value === 'error' || value === 'stuck'))
  return rowFacts('env', 'state', stateSummary(key, value), { isError })
}

/** `execution_status idle → running`. */
export function stateChangeSummary(before: string | null, after: string): string {
  return oneLine(`execution_status ${before === null || before === after ? '' : `${before} `}→ ${after}`)
}

function stateSummary(key: string | null, value: unknown): string {
  switch (key) {
    case null:
      return 'state without a key'
    case 'execution_status':
    case 'agent_status':
      return stateChangeSummary(null, shortJson(value))
    case 'tags':
      return dotted('tags', isWireObject(value) ? pairs(value) : shortJson(value))
    case 'stats': {
      const usage = usageOfStats(value)
      return usage === null ? 'stats' : `stats · $${usage.costUsd.toFixed(3)} · ${shortCount(usage.tokens)} tokens`
    }
    case 'goal':
      return isWireObject(value) ? goalSummary(value) : 'goal cleared'
    case 'confirmation_policy':
    case 'security_analyzer':
      return dotted(key, isWireObject(value) ? policySummary(value) : shortJson(value ?? 'none'))
    case 'blocked_actions':
    case 'blocked_messages':
      return dotted(
        key,
        isWireObject(value) ? counted(Object.keys(value).length, 'entry', 'entries') : shortJson(value),
      )
    case 'full_state':
      return 'full_state'
    default:
      return dotted(key, shortJson(value ?? null))
  }
}

function pairs(map: WireObject): string {
  const entries = Object.entries(map).map(([name, value]) => `${name}=${shortJson(value)}`)
  return entries.length === 0 ? 'none' : entries.join(', ')
}

function goalSummary(goal: WireObject): string {
  const [at, of] = [numberAt(goal, 'iteration'), numberAt(goal, 'max_iterations')]
  return dotted(
    'goal',
    textAt(goal, 'status'),
    at !== null && `iteration ${at}${of === null ? '' : ` of ${of}`}`,
    textAt(goal, 'objective'),
  )
}

function policySummary(policy: WireObject): string {
  return dotted(textAt(policy, 'kind') ?? shortJson(policy), textAt(policy, 'threshold'))
}

/** SecurityAnalysisEvent of agent server 1.58 (contract §18.2). */
export function securityAnalysisRow(event: WireObject): RowFacts {
  const risks = Object.values(objectAt(event, 'risks') ?? {}).filter((risk) => typeof risk === 'string')
  const summary = dotted(
    textAt(event, 'analyzer'),
    risks.length === 1 ? `risk ${risks[0]}` : `${counted(risks.length, 'action')}: ${risks.join(', ')}`,
    textAt(event, 'policy'),
  )
  return rowFacts('env', 'security', summary, { risk: worst(risks) })
}

const RISKS = ['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH']

function worst(risks: readonly string[]): string | null {
  return [...risks].sort((a, b) => RISKS.indexOf(b) - RISKS.indexOf(a))[0] ?? null
}

export function condensationRow(event: WireObject): RowFacts {
  const summary = textAt(event, 'summary')
  return rowFacts(
    'memory',
    'condensation',
    dotted(
      `forgot ${counted(listAt(event, 'forgotten_event_ids').length, 'event')}`,
      summary !== null && `summary ${wordCount(summary)}`,
    ),
  )
}

export function condensationSummaryRow(event: WireObject): RowFacts {
  return rowFacts('memory', 'summary', oneLine(textAt(event, 'summary') ?? ''))
}

function wordCount(text: string): string {
  return counted(text.split(/\s+/).filter((word) => word !== '').length, 'word')
}
