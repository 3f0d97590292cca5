import type { Connection, LiveFacts } from '../../shared/domain/index.ts'
import { HandrailError } from '../../shared/domain/index.ts'
import { createRouter, type Router, ViewRegistry } from './api/index.ts'
import { openArchive } from './archive/index.ts'
import { createEngine } from './engine/index.ts'
import { createGateway } from './gateway/index.ts'
import type { HostPorts, LocalServiceHandle } from './ports.ts'
import { createConnections, createVault } from './vault/index.ts'

/** Id of the embedded local service's connection: the same in every run, so that its archive stays its own. */
export const LOCAL_CONNECTION_ID = 'local'

export interface Core {
  router: Router
  close(): Promise<void>
}

/**
 * Wires the five rooms. `local`: `always` starts the embedded local service, `auto` only when no connection exists.
 *
 * @throws HandrailError when the archive or the vault cannot be opened, saying which file and what to do.
 */
export async function createCore(ports: HostPorts, options: { local: 'auto' | 'always' }): Promise<Core> {
  const stop = new AbortController()
  const vault = await createVault({
    dataDir: ports.dataDir,
    keyProtection: ports.keyProtection,
    passphrase: ports.passphrase,
  })
  const stored = await createConnections({ dataDir: ports.dataDir })
  const local = options.local === 'always' || stored.list().length === 0 ? startLocal(ports, stop.signal) : null

  const views = new ViewRegistry({
    clock: ports.clock,
    touch: (view) => archive.window({ view, anchor: 'end', before: 0, after: 0 }),
    close: (view) => archive.closeView(view),
  })
  const archive = await openArchive(ports.startArchiveWorker({ dataDir: ports.dataDir }), {
    viewChanged: (notice) => views.noticed(notice),
    factsChanged: (ref, facts: LiveFacts) => engine.factsChanged(ref, facts),
    failed: (message) => ports.log('error', `archive: ${message}`),
  })
  const gateway = createGateway(ports, {
    get: async (connectionId) =>
      connectionId === LOCAL_CONNECTION_ID ? (await localRunning()).handle.key : vault.get(connectionId),
  })
  const engine = createEngine({
    archive,
    gateway,
    clock: ports.clock,
    random: Math.random,
    connection: connectionOf,
    log: (message) => ports.log('warn', message),
  })

  function localRunning(): Promise<RunningLocal> {
    if (local !== null) return local.running
    throw new HandrailError({
      code: 'not-found',
      message: 'The local service is not running.',
      advice: 'Start with --local.',
    })
  }

  function connectionOf(id: string): Connection {
    return (id === LOCAL_CONNECTION_ID ? local?.connection() : null) ?? stored.get(id)
  }

  const router = createRouter({
    ports,
    vault,
    archive,
    gateway,
    engine,
    views,
    connections: {
      list: async () => [...stored.list(), ...(local === null ? [] : [(await local.running).connection])],
      get: connectionOf,
      add: (connection) => stored.add(connection),
      async remove(id, forgetEvents) {
        await engine.forget(id)
        await stored.remove(id)
        await vault.remove(id)
        if (forgetEvents) await archive.forgetConnection(id)
      },
    },
  })

  return {
    router,
    async close() {
      stop.abort()
      await engine.close()
      await views.closeAll()
      await archive.close()
      await local?.running.then(({ handle }) => handle.stop()).catch(() => undefined)
    },
  }
}

interface RunningLocal {
  handle: LocalServiceHandle
  connection: Connection
}

/** Starts the local service beside everything else; whoever needs it waits for `running`. */
function startLocal(ports: HostPorts, signal: AbortSignal) {
  let connection: Connection | null = null
  const running = ports.startLocalService(signal).then((handle): RunningLocal => {
    connection = {
      id: LOCAL_CONNECTION_ID,
      name: 'Local service',
      kind: 'app',
      baseUrl: handle.url,
      isLocal: true,
      orgId: null,
      createdAt: ports.clock.now(),
    }
    return { handle, connection }
  })
  running.catch((error: unknown) => {
    if (!signal.aborted) ports.log('error', `The local service did not start: ${String(error)}`)
  })
  return { running, connection: () => connection }
}
