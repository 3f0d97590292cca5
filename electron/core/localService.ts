import { type Connection, HandrailError, type ListedConnection } from '../../shared/domain/index.ts'
import type { HostPorts, LocalServiceHandle } from './ports.ts'

/** Id of the embedded local service's connection: the same in every run, so that its archive stays its own. */
export const LOCAL_CONNECTION_ID = 'local'

/** A start that is slower than this has failed. */
const START_LIMIT_MS = 30_000
/** A list of connections waits this long for a start under way, which usually takes a tenth of it. */
const LIST_PATIENCE_MS = 2_000

export type LocalServicePorts = Pick<HostPorts, 'startLocalService' | 'clock' | 'log'>

/** The embedded local service of this run: started beside everything else, and again when the person asks. */
export class LocalService {
  readonly #ports: LocalServicePorts
  readonly #stop = new AbortController()
  readonly #createdAt: number
  #handle: LocalServiceHandle | null = null
  #failure: HandrailError | null = null
  /** The start under way; never rejects. */
  #starting: Promise<void> | null = null
  #listener: () => void = () => undefined

  constructor(ports: LocalServicePorts) {
    this.#ports = ports
    this.#createdAt = ports.clock.now()
    this.start()
  }

  /** Starts it, unless it runs or is being started; how that went is told by `listed`. */
  start(): void {
    if (this.#handle !== null || this.#stop.signal.aborted) return
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = null
    })
  }

  /** From now on `listener` is told each time it begins to run. */
  onRunning(listener: () => void): void {
    this.#listener = listener
  }

  /** Its address and key change with each start. */
  connection(): Connection {
    return {
      id: LOCAL_CONNECTION_ID,
      name: 'Local service',
      kind: 'app',
      baseUrl: this.#handle?.url ?? '',
      isLocal: true,
      orgId: null,
      createdAt: this.#createdAt,
    }
  }

  /** The connection and whether its service runs; waits a moment for a start under way. */
  async listed(): Promise<ListedConnection> {
    if (this.#starting !== null) {
      const patience = new AbortController()
      const over = this.#ports.clock.sleep(LIST_PATIENCE_MS, patience.signal).catch(() => undefined)
      await Promise.race([this.#starting, over])
      patience.abort()
    }
    const connection = this.connection()
    if (this.#handle !== null) return { ...connection, service: { state: 'running' } }
    if (this.#failure === null) return { ...connection, service: { state: 'starting' } }
    return { ...connection, service: { state: 'failed', failure: this.#failure.failure } }
  }

  /** @throws HandrailError while it does not run, saying why. */
  running(): LocalServiceHandle {
    if (this.#handle !== null) return this.#handle
    throw (
      this.#failure ??
      new HandrailError({
        code: 'unreachable',
        message: 'The local service is still being started.',
        advice: 'Wait a moment.',
        isSafeToRetry: true,
      })
    )
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#starting
    await this.#handle?.stop()
  }

  async #begin(): Promise<void> {
    const { clock, startLocalService } = this.#ports
    this.#failure = null
    const limit = new AbortController()
    const isReady = new AbortController()
    clock.sleep(START_LIMIT_MS, isReady.signal).then(
      () => limit.abort(new Error(`it was not ready within ${START_LIMIT_MS / 1_000} s`)),
      () => undefined,
    )
    try {
      const handle = await startLocalService(AbortSignal.any([this.#stop.signal, limit.signal]))
      this.#handle = handle
      void handle.ended.then(() => this.#ended())
      if (!this.#stop.signal.aborted) this.#listener()
    } catch (error) {
      this.#fail(`The local service did not start: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      isReady.abort()
    }
  }

  #ended(): void {
    this.#handle = null
    this.#fail('The local service ended by itself.')
  }

  #fail(message: string): void {
    if (this.#stop.signal.aborted) return
    this.#ports.log('error', message)
    this.#failure = new HandrailError({
      code: 'unreachable',
      message,
      advice: 'Start it again under Connections; what was done in it is kept.',
      isSafeToRetry: true,
    })
  }
}
