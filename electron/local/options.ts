import { randomBytes } from 'node:crypto'
import { type Clock, systemClock } from './clock.ts'

/** Version of the agent servers whose behaviour is imitated (contract §18.1). */
export type Dialect = '1.58' | '1.34'

/** How to start the local service. Every field has a default. */
export interface LocalServiceOptions {
  /** Port of the app server; 0 picks a free one. */
  port?: number
  /** Folder where what users did is kept; without it nothing outlives the process. */
  dataFolder?: string
  /** Account key; random when absent. */
  key?: string
  /** Seed of every generated name, text and id. */
  seed?: number
  dialect?: Dialect
  /** Pace of the scripted agent and of sandboxes: 10 is ten times faster than real time. */
  speed?: number
  /** Start without the twelve seeded conversations. */
  empty?: boolean
  /** Serve the control interface under `/_control`. */
  control?: boolean
  /** How long the app server's view of tags and cost lags the agent server, in ms. */
  tagLagMs?: number
  /** How long the app server's history lags the socket, in ms. */
  historyLagMs?: number
  /** Sandboxes that may be awake at a time; starting another pauses the oldest (contract §4). */
  runningLimit?: number
  /** How long a socket may stay open without an auth frame, in ms (contract §13: 10 s). */
  authLimitMs?: number
  /** Interval of protocol pings, in ms (contract §18.3: 20 s). */
  pingMs?: number
  clock?: Clock
}

/** Options with every default filled in. */
export type Settled = Required<Omit<LocalServiceOptions, 'dataFolder'>> & { dataFolder: string | undefined }

/** Fills in the defaults. */
export function settle(options: LocalServiceOptions): Settled {
  return {
    port: options.port ?? 0,
    dataFolder: options.dataFolder,
    key: options.key ?? `local-${randomBytes(18).toString('base64url')}`,
    seed: options.seed ?? 1,
    dialect: options.dialect ?? '1.58',
    speed: options.speed ?? 1,
    empty: options.empty ?? false,
    control: options.control ?? false,
    tagLagMs: options.tagLagMs ?? 2500,
    historyLagMs: options.historyLagMs ?? 1500,
    runningLimit: options.runningLimit ?? 10,
    authLimitMs: options.authLimitMs ?? 10_000,
    pingMs: options.pingMs ?? 20_000,
    clock: options.clock ?? systemClock(),
  }
}
