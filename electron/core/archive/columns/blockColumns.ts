import { isWireObject, LANES, RISKS, type UsageTotals } from '../../../../shared/domain/index.ts'
import { sealText, unsealText } from '../blocks/blockCodec.ts'
import type { LightEvent } from '../ingest/lightEvent.ts'

/** Bits of a row, as stored in blocks: never renumber. */
export const FLAG = {
  error: 1,
  nonconforming: 2,
  redacted: 4,
  action: 8,
  answer: 16,
  reply: 32,
  /** Set in memory only: a condensation forgot it. */
  condensed: 64,
  /** Set in memory only: `extras` says more of it. */
  extra: 128,
} as const

/** Things that few events have. */
export interface Extra {
  at: number
  status?: string
  usage?: UsageTotals
  forgotten?: string[]
}

/** What filters, links, strips and order need of some events, column by column. */
export interface EventColumns {
  ids: string[]
  timeUs: (number | null)[]
  kinds: string[]
  kind: number[]
  lane: number[]
  tools: string[]
  /** Index into `tools`, -1 for none. */
  tool: number[]
  sources: string[]
  /** Index into `sources`, -1 for none. */
  source: number[]
  /** Files that events name: each entry those of one event, a line each. */
  paths: string[]
  /** Index into `paths`, -1 for none. */
  path: number[]
  /** `riskCode` of the event. */
  risk: number[]
  flags: number[]
  bytes: number[]
  actionIds: (string | null)[]
  callIds: (string | null)[]
  responseIds: (string | null)[]
  extras: Extra[]
}

/** Columns of a block that an older version sealed: some are absent. */
export type StoredColumns = Omit<EventColumns, LaterColumn> & Partial<Pick<EventColumns, LaterColumn>>
type LaterColumn = 'sources' | 'source' | 'paths' | 'path' | 'risk'

export function columnsOf(lights: readonly LightEvent[]): EventColumns {
  const kinds: string[] = []
  const tools: string[] = []
  const sources: string[] = []
  const paths: string[] = []
  return {
    ids: lights.map((light) => light.id),
    timeUs: lights.map((light) => light.timeUs),
    kind: lights.map((light) => indexIn(kinds, light.kind)),
    kinds,
    lane: lights.map((light) => LANES.indexOf(light.lane)),
    tool: lights.map((light) => (light.tool === null ? -1 : indexIn(tools, light.tool))),
    tools,
    source: lights.map((light) => (light.source === null ? -1 : indexIn(sources, light.source))),
    sources,
    path: lights.map((light) => (light.paths.length === 0 ? -1 : indexIn(paths, light.paths.join('\n')))),
    paths,
    risk: lights.map(({ risk }) => riskCode(risk)),
    flags: lights.map(flagsOf),
    bytes: lights.map((light) => light.bytes),
    actionIds: lights.map((light) => light.actionId),
    callIds: lights.map((light) => light.callId),
    responseIds: lights.map((light) => light.responseId),
    extras: lights.flatMap(extraOf),
  }
}

export function flagsOf(light: LightEvent): number {
  return (
    (light.isError ? FLAG.error : 0) |
    (light.isNonconforming ? FLAG.nonconforming : 0) |
    (light.redactions > 0 ? FLAG.redacted : 0) |
    (light.part === 'action' ? FLAG.action : 0) |
    (light.part === 'answer' ? FLAG.answer : 0) |
    (light.isReply ? FLAG.reply : 0)
  )
}

/** 0 for none, then rising; what the wire says beyond the known words is an unknown risk. */
export function riskCode(risk: string | null): number {
  if (risk === null) return 0
  return Math.max(0, (RISKS as readonly string[]).indexOf(risk.toLowerCase())) + 1
}

function extraOf({ status, usage, forgotten }: LightEvent, at: number): Extra[] {
  if (status === null && usage === null && forgotten === null) return []
  return [
    {
      at,
      ...(status === null ? {} : { status }),
      ...(usage === null ? {} : { usage }),
      ...(forgotten === null ? {} : { forgotten }),
    },
  ]
}

function indexIn(words: string[], word: string): number {
  const at = words.indexOf(word)
  return at >= 0 ? at : words.push(word) - 1
}

export function sealColumns(columns: EventColumns): Uint8Array {
  return sealText(JSON.stringify(columns))
}

/** Throws when the block is damaged. */
export function unsealColumns(sealed: Uint8Array): StoredColumns {
  const parsed: unknown = JSON.parse(unsealText(sealed))
  if (!isColumns(parsed)) throw new TypeError('stored columns are not columns')
  return parsed
}

export function isWhole(columns: StoredColumns): columns is EventColumns {
  return columns.risk !== undefined
}

/** The checksum vouches for the rest. */
function isColumns(value: unknown): value is StoredColumns {
  return isWireObject(value) && Array.isArray(value.ids) && Array.isArray(value.extras)
}
