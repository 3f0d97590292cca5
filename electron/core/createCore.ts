import path from 'node:path'
import type { Connection, ConversationRef, LiveFacts } from '../../shared/domain/index.ts'
import { HandrailError } from '../../shared/domain/index.ts'
import { createRouter, type Router, ViewRegistry } from './api/index.ts'
import { keepArchive } from './archiveKeeper.ts'
import { createEngine } from './engine/index.ts'
import { createGateway } from './gateway/index.ts'
import { LOCAL_CONNECTION_ID, LocalService } from './localService.ts'
import type { HostPorts } from './ports.ts'
import { createSavedFilters } from './savedFilters.ts'
import { Troubles } from './troubles.ts'
import { openUnkept } from './unkept.ts'
import { createConnections, createVault } from './vault/index.ts'

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
  const vault = await createVault({
    dataDir: ports.dataDir,
    keyProtection: ports.keyProtection,
    passphrase: ports.passphrase,
  })
  if (ports.passphrase !== null && vault.status().state === 'locked') {
    ports.log('warn', 'The passphrase given at start does not open the keys; the page asks for the right one.')
  }
  const stored = await createConnections({ dataDir: ports.dataDir })
  const unkept = await openUnkept({ dataDir: ports.dataDir })
  const hasLocal = options.local === 'always' || stored.list().length === 0
  const local = hasLocal ? new LocalService(ports) : null

  const troubles = new Troubles(ports.clock.now)
  const views = new ViewRegistry({
    clock: ports.clock,
    touch: (view) => archive.window({ view, anchor: 'end', before: 0, after: 0 }),
    close: (view) => archive.closeView(view),
  })
  const archive = await keepArchive({
    start: () => ports.startArchiveWorker({ dataDir: ports.dataDir, unkept: unkept.list() }),
    clock: ports.clock,
    notices: {
      viewChanged: (notice) => views.noticed(notice),
      factsChanged: (ref, facts: LiveFacts) => engine.factsChanged(ref, facts),
      loadChanged: (ref, load) => engine.loadChanged(ref, load),
      failed: (message) => {
        ports.log('error', `archive: ${message}`)
        troubles.add(message)
      },
      blocked: (problem) => {
        if (problem !== null) ports.log('error', `archive: ${problem}`)
        troubles.block(problem)
      },
    },
    restarting() {
      void views.closeAll()
      // The new worker says so itself when it cannot store either.
      troubles.block(null)
      // What was only held in memory is gone with the worker.
      void readAgain(({ connectionId }) => unkept.has(connectionId))
    },
  })
  const gateway = createGateway(
    ports,
    { get: async (connectionId) => localOf(connectionId)?.running().key ?? vault.get(connectionId) },
    { addressOf: ({ id, baseUrl }) => localOf(id)?.running().url ?? baseUrl },
  )
  const engine = createEngine({
    archive,
    gateway,
    clock: ports.clock,
    random: Math.random,
    connection: connectionOf,
    log: (message) => ports.log('warn', message),
    loadsDir: path.join(ports.dataDir, 'loads'),
    isKept: (id) => !unkept.has(id),
  })

  /** Nothing begins for these any more, also while their removal is under way. */
  const removed = new Set<string>()

  function localOf(connectionId: string): LocalService | null {
    return connectionId === LOCAL_CONNECTION_ID ? local : null
  }

  function connectionOf(id: string): Connection {
    if (removed.has(id)) throw new HandrailError({ code: 'not-found', message: 'This connection was removed.' })
    return localOf(id)?.connection() ?? stored.get(id)
  }

  /** The record goes last: a removal that failed in the middle can be asked for again. */
  async function removeConnection(id: string, forgetEvents: boolean): Promise<void> {
    stored.get(id)
    removed.add(id)
    gateway.forget(id)
    await engine.forget(id)
    if (forgetEvents) {
      await views.closeOf(id)
      await archive.forgetConnection(id)
    }
    if (unkept.has(id)) {
      await archive.keep(id, true)
      await unkept.set(id, false)
    }
    await vault.remove(id)
    await stored.remove(id)
  }

  /** The decision first: whatever ends in the middle, nothing is kept that should not be. */
  async function keepConnection(id: string, isKept: boolean): Promise<void> {
    connectionOf(id)
    const isMeant = ({ connectionId }: ConversationRef) => connectionId === id
    await unkept.set(id, !isKept)
    await engine.stop(isMeant, 'What is kept of its connection changes.')
    await views.closeOf(id)
    await archive.keep(id, isKept)
    await engine.forgotten(isMeant)
    engine.goOn(isMeant)
  }

  async function readAgain(isMeant: (ref: ConversationRef) => boolean): Promise<void> {
    await engine.stop(isMeant, 'The archive is opened again.')
    engine.goOn(isMeant)
  }

  // What was asked before it ran failed.
  local?.onRunning(() => {
    engine.fleet.refresh(LOCAL_CONNECTION_ID, new AbortController().signal).catch(() => undefined)
  })

  const router = createRouter({
    ports,
    vault,
    archive,
    gateway,
    engine,
    views,
    troubles,
    filters: createSavedFilters({ dataDir: ports.dataDir }),
    connections: {
      list: async () =>
        [...stored.list(), ...(local === null ? [] : [await local.listed()])].map((connection) => ({
          ...connection,
          ...(unkept.has(connection.id) ? { keepsNothing: true } : {}),
        })),
      startLocal: () => local?.start(),
      get: connectionOf,
      add: (connection) => stored.add(connection),
      remove: removeConnection,
      isKept: (id) => !unkept.has(id),
      keep: keepConnection,
    },
  })

  return {
    router,
    async close() {
      await engine.close()
      await views.closeAll()
      await archive.close()
      await local?.close()
    },
  }
}
