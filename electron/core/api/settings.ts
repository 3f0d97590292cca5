import { appServerOf } from './appServerOf.ts'
import { type Base, type Rooms, signalOf } from './base.ts'
import { searchArchiveFor } from './heldValues.ts'

export function settingsProcedures(base: Base, rooms: Rooms) {
  const appOf = (connectionId: string) => appServerOf(rooms, connectionId, 'settings')
  return {
    read: base.settings.read.handler(async ({ input, signal }) => ({
      settings: await appOf(input.connectionId).settings(signalOf(signal)),
    })),
    setGrouping: base.settings.setGrouping.handler(async ({ input, signal }) => {
      await appOf(input.connectionId).setGrouping(input.strategy, signalOf(signal))
      return {}
    }),
    profiles: base.settings.profiles.handler(({ input, signal }) =>
      appOf(input.connectionId).profiles(signalOf(signal)),
    ),
  }
}

export function secretProcedures(base: Base, rooms: Rooms) {
  const appOf = (connectionId: string) => appServerOf(rooms, connectionId, 'secrets')
  return {
    search: base.secrets.search.handler(({ input, signal }) =>
      appOf(input.connectionId).secrets({ name: input.name, pageId: input.pageId }, signalOf(signal)),
    ),
    create: base.secrets.create.handler(async ({ input, signal }) => {
      const { connectionId, ...secret } = input
      await appOf(connectionId).createSecret(secret, signalOf(signal))
      searchArchiveFor(rooms, [secret.value])
      return {}
    }),
    change: base.secrets.change.handler(async ({ input, signal }) => {
      await appOf(input.connectionId).changeSecret(input.id, input.change, signalOf(signal))
      return {}
    }),
    delete: base.secrets.delete.handler(async ({ input, signal }) => {
      await appOf(input.connectionId).deleteSecret(input.id, signalOf(signal))
      return {}
    }),
  }
}

export function gitProviderProcedures(base: Base, rooms: Rooms) {
  const appOf = (connectionId: string) => appServerOf(rooms, connectionId, 'git providers')
  return {
    register: base.gitProviders.register.handler(async ({ input, signal }) => {
      const held = await appOf(input.connectionId).registerGitProviders(input.registration, signalOf(signal))
      searchArchiveFor(rooms, held)
      return {}
    }),
    removeAll: base.gitProviders.removeAll.handler(async ({ input, signal }) => {
      await appOf(input.connectionId).removeGitProviders(signalOf(signal))
      return {}
    }),
  }
}
