import { groupingForWritingSchema } from '../../../../shared/contract/index.ts'
import type { AccountSettings, Profiles } from '../../../../shared/domain/index.ts'
import { HandrailError } from '../../../../shared/domain/index.ts'
import type { AccountClient } from '../accountClient.ts'
import { requireList, requireObject } from '../http/answerShape.ts'
import { type Fields, fieldsOf } from '../records/fields.ts'
import { checked } from '../sending.ts'
import type { AppSession } from './appSession.ts'

const SETTINGS = '/api/v1/settings'

export function settingsCalls(session: AppSession): Pick<AccountClient, 'settings' | 'setGrouping' | 'profiles'> {
  return {
    async settings(signal) {
      const purpose = 'read the settings of the account'
      try {
        const { call, answer } = await session.json(
          { method: 'GET', path: SETTINGS, purpose, isIdempotent: true },
          'person',
          signal,
        )
        return readSettings(fieldsOf(requireObject(call, answer)))
      } catch (error) {
        if (hasNoSettings(error)) return null
        throw error
      }
    },

    async setGrouping(strategy, signal) {
      const purpose = 'set the placement of conversations'
      // The type allows nothing else; the check is for what gets past types, because the account would be locked.
      const body = checked(groupingForWritingSchema, { sandbox_grouping_strategy: strategy }, purpose)
      const { call, answer } = await session.json(
        { method: 'POST', path: SETTINGS, body, purpose, isIdempotent: true },
        'person',
        signal,
      )
      requireObject(call, answer)
    },

    async profiles(signal) {
      const { call, answer } = await session.json(
        { method: 'GET', path: `${SETTINGS}/profiles`, purpose: 'list the model profiles', isIdempotent: true },
        'person',
        signal,
      )
      return readProfiles(fieldsOf(requireObject(call, answer)), (value) => requireList(call, value))
    },
  }
}

/** A new user has none (contract §10). Its words tell it from a server that lacks the route. */
function hasNoSettings(error: unknown): boolean {
  return (
    error instanceof HandrailError &&
    error.failure.code === 'not-found' &&
    error.failure.message.includes('Settings not found')
  )
}

function readSettings(fields: Fields): AccountSettings {
  const servers = fields.object('agent_settings').object('mcp_config').raw('mcpServers')
  return {
    grouping: fields.text('sandbox_grouping_strategy'),
    providers: fields
      .object('provider_tokens_set')
      .entries()
      .map(([provider, host]) => ({ provider, host: typeof host === 'string' && host !== '' ? host : null })),
    // The names alone: addresses, headers and environments hold credentials.
    mcpServers:
      servers === undefined || servers === null
        ? null
        : fieldsOf(servers)
            .entries()
            .map(([name]) => name),
    defaultSandboxSpecId: fields.text('default_sandbox_spec_id'),
  }
}

function readProfiles(fields: Fields, listOf: (value: unknown) => unknown[]): Profiles {
  const profiles = listOf(fields.raw('profiles')).flatMap((item) => {
    const profile = fieldsOf(item)
    const name = profile.text('name')
    return name === null ? [] : [{ name, model: profile.text('model') }]
  })
  return { profiles, active: fields.text('active_profile') }
}
