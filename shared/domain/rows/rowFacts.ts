import type { Lane, SpanState } from '../row.ts'

/** What one event alone says about its row. Pairs, cost and order are added by the archive. */
export interface RowFacts {
  lane: Lane
  /** The tool's name, or a word for the kind. */
  label: string
  tool: string | null
  /** One line, at most 200 characters. */
  summary: string
  /** True when the summary is code (a command, a path, a URL). */
  isCode: boolean
  /** `running` for an action without a result: the archive knows whether one came. */
  state: SpanState
  /** `exit 1`, `rejected`, ... or empty. */
  result: string
  risk: string | null
  isError: boolean
}

/** A plain row of a lane; give what differs. */
export function rowFacts(lane: Lane, label: string, summary: string, more: Partial<RowFacts> = {}): RowFacts {
  return {
    lane,
    label,
    tool: null,
    summary,
    isCode: false,
    state: 'instant',
    result: '',
    risk: null,
    isError: false,
    ...more,
  }
}
