import { type Connection, HandrailError } from '../../../shared/domain/index.ts'
import { appServerOf } from './appServerOf.ts'
import { type Base, type Rooms, signalOf } from './base.ts'

export function accountProcedures(base: Base, rooms: Rooms) {
  const appOf = (connectionId: string) => appServerOf(rooms, connectionId, 'account')
  return {
    key: base.account.key.handler(({ input, signal }) => appOf(input.connectionId).accountKey(signalOf(signal))),
    user: base.account.user.handler(({ input, signal }) => appOf(input.connectionId).accountUser(signalOf(signal))),
    serverConfig: base.account.serverConfig.handler(({ input, signal }) =>
      appOf(input.connectionId).serverConfig(signalOf(signal)),
    ),
    probes: base.account.probes.handler(({ input, signal }) => appOf(input.connectionId).probes(signalOf(signal))),
    setOrganisation: base.account.setOrganisation.handler(({ input, signal }) =>
      setOrganisation(rooms, input.connectionId, input.orgId, signalOf(signal)),
    ),
  }
}

async function setOrganisation(
  { connections, gateway, engine }: Rooms,
  connectionId: string,
  typed: string | null,
  signal: AbortSignal,
) {
  const before = connections.get(connectionId)
  if (before.isLocal || before.kind === 'agent') {
    throw new HandrailError({
      code: 'unsupported',
      message: `The organisation of ${before.name} cannot be chosen.`,
      advice: before.isLocal ? 'The local service has one, made anew with it.' : 'An agent server has none.',
    })
  }
  const connection: Connection = { ...before, orgId: usableOrgId(typed) }
  const summary = await check(connection)
  await connections.add(connection)
  // It shows the conversations of the organisation, so what was listed is of another.
  engine.fleet.expire(connectionId)
  return { connection, summary }

  async function check(changed: Connection): Promise<string> {
    try {
      return await gateway.appServer(changed).check(signal)
    } catch (error) {
      const isRefused = error instanceof HandrailError && ['forbidden', 'rejected'].includes(error.failure.code)
      if (!isRefused) throw error
      const advice =
        'The key is bound to another organisation, or its user is no member of this one. Nothing was changed.'
      throw new HandrailError({ ...error.failure, advice, field: 'orgId' }, { cause: error })
    }
  }
}

/** It travels in a header, which carries no other characters. */
function usableOrgId(typed: string | null): string | null {
  const orgId = typed?.trim() ?? ''
  if (orgId === '') return null
  if (/^[\x21-\x7e]+$/.test(orgId)) return orgId
  throw new HandrailError({
    code: 'invalid-input',
    message: 'The organisation id holds spaces or characters that no id has.',
    advice: 'Copy the id again, and nothing else.',
    field: 'orgId',
  })
}
