import { randomUUID } from 'node:crypto'
import type { Connection } from '../../../shared/domain/index.ts'
import { HandrailError } from '../../../shared/domain/index.ts'
import type { VaultStatus } from '../../../shared/rpc/index.ts'
import { normaliseBaseUrl, writtenForms } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf } from './base.ts'
import { signalStream } from './signalStream.ts'

const TROUBLE_SIGNAL_MS = 500

export function hostProcedures(base: Base, { ports, gateway, vault, engine, troubles }: Rooms) {
  return {
    host: {
      info: base.host.info.handler(() => ({
        kind: ports.kind,
        version: ports.version,
        dataDir: ports.dataDir,
        platform: process.platform,
        keyProtection: ports.keyProtection === null ? ('passphrase' as const) : ('host' as const),
      })),
      budget: base.host.budget.handler(() => gateway.budgets()),
      troubles: base.host.troubles.handler(({ signal }) =>
        signalStream(
          ports.clock,
          TROUBLE_SIGNAL_MS,
          (changed) => troubles.subscribe(changed),
          () => troubles.told,
          signalOf(signal),
        ),
      ),
      dismissTrouble: base.host.dismissTrouble.handler(({ input }) => {
        troubles.dismiss(input.id)
        return {}
      }),
    },
    vault: {
      status: base.vault.status.handler(() => vault.status()),
      unlock: base.vault.unlock.handler(async ({ input }) => {
        const status = await vault.unlock(input.passphrase)
        engine.keysOpened()
        return status
      }),
    },
  }
}

export function connectionProcedures(base: Base, { connections, vault, gateway, archive, ports }: Rooms) {
  return {
    list: base.connections.list.handler(() => connections.list()),
    startLocal: base.connections.startLocal.handler(() => {
      connections.startLocal()
      return {}
    }),
    add: base.connections.add.handler(async ({ input, signal }) => {
      const baseUrl = normaliseBaseUrl(input.baseUrl, { allowPlainHttp: false })
      if (input.key.trim() === '') {
        throw new HandrailError({ code: 'invalid-input', message: 'A key is needed.', field: 'key' })
      }
      const connection: Connection = {
        id: randomUUID(),
        name: input.name.trim() === '' ? new URL(baseUrl).host : input.name.trim(),
        kind: input.kind,
        baseUrl,
        isLocal: false,
        orgId: input.orgId,
        createdAt: ports.clock.now(),
      }
      const key = input.key.trim()
      const summary = await gateway.check(connection, key, signalOf(signal))
      // Only now: a passphrase is asked for a key that works, not for a mistyped address.
      refuseWhileLocked(vault.status())
      await vault.put(connection.id, key)
      await connections.add(connection)
      // What other connections brought may hold this key already (architecture decision 12).
      const search = () => archive.rescan(writtenForms(key))
      search()
        .catch(search)
        .then(
          (changed) => ports.log('info', 'archive searched for a new key', { changed }),
          (error: unknown) => ports.log('error', 'archive not searched for a new key', { error: String(error) }),
        )
      return { connection, summary }
    }),
    remove: base.connections.remove.handler(async ({ input }) => {
      await connections.remove(input.id, input.forgetEvents)
      return {}
    }),
  }
}

function refuseWhileLocked({ state, needsPassphrase }: VaultStatus): void {
  if (!needsPassphrase || state === 'open') return
  throw new HandrailError({
    code: 'locked',
    message:
      state === 'empty'
        ? 'Keys are kept under a passphrase on this machine, and none is set yet.'
        : 'The keys are locked.',
    advice: state === 'empty' ? 'Choose a passphrase.' : 'Enter the passphrase.',
    isSafeToRetry: true,
  })
}
