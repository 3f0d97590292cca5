import type { AccountKey, AccountUser, Probe, ServerConfig } from '../../../../shared/domain/index.ts'
import { HandrailError } from '../../../../shared/domain/index.ts'
import type { AccountClient } from '../accountClient.ts'
import { requireObject, wrongShape } from '../http/answerShape.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Fields, fieldsOf } from '../records/fields.ts'
import type { AppCall } from './appCalls.ts'
import type { AppSession } from './appSession.ts'

const PROBES = ['/alive', '/health', '/ready', '/server_info']
const LONGEST_SAYING = 120

export function accountCalls(
  session: AppSession,
): Pick<AccountClient, 'accountKey' | 'accountUser' | 'serverConfig' | 'probes'> {
  const get = (path: string, purpose: string): AppCall => ({ method: 'GET', path, purpose, isIdempotent: true })

  async function fields(call: AppCall, signal: AbortSignal): Promise<Exchange<Fields>> {
    const { call: made, answer } = await session.json(call, 'person', signal)
    return { call: made, answer: fieldsOf(requireObject(made, answer)) }
  }

  async function probe(path: string, signal: AbortSignal): Promise<Probe> {
    const startedAt = session.now()
    const call: AppCall = { ...get(path, `ask ${path}`), keyIn: 'none', silenceMs: 10_000 }
    try {
      const { answer } = await session.text(call, 'person', signal)
      return { path, isUp: true, says: saying(answer), ms: session.now() - startedAt }
    } catch (error) {
      if (signal.aborted || !(error instanceof HandrailError)) throw error
      return { path, isUp: false, says: error.failure.message, ms: session.now() - startedAt }
    }
  }

  return {
    async accountKey(signal) {
      const purpose = 'read what the key may do'
      const { call, answer } = await fields(get('/api/keys/current', purpose), signal)
      if (answer.raw('auth_type') === undefined && answer.raw('user_id') === undefined) {
        throw wrongShape(call, 'an answer that is not about a key')
      }
      return readKey(answer)
    },

    // Never with `expose_secrets`: that is for a sandbox, and answers with the account's keys (contract §10).
    async accountUser(signal) {
      return readUser((await fields(get('/api/v1/users/me', 'read the account'), signal)).answer)
    },

    async serverConfig(signal) {
      const call: AppCall = {
        ...get('/api/v1/web-client/config', 'read the configuration of the server'),
        keyIn: 'none',
      }
      const { call: made, answer } = await fields(call, signal)
      if (answer.raw('app_mode') === undefined) throw wrongShape(made, 'an answer that is not a configuration')
      return readConfig(answer)
    },

    probes: (signal) => Promise.all(PROBES.map((path) => probe(path, signal))),
  }
}

function readKey(fields: Fields): AccountKey {
  return {
    name: fields.text('name'),
    userId: fields.text('user_id'),
    orgId: fields.text('org_id'),
    boundOrgId: fields.text('bound_org_id'),
    authType: fields.text('auth_type'),
  }
}

function readUser(fields: Fields): AccountUser {
  return {
    id: fields.text('id'),
    email: fields.text('email'),
    orgId: fields.text('org_id'),
    orgName: fields.text('org_name'),
    role: fields.text('role'),
    permissions: textsOf(fields.list('permissions')),
    gitUserName: fields.text('git_user_name'),
    gitUserEmail: fields.text('git_user_email'),
  }
}

function readConfig(fields: Fields): ServerConfig {
  return {
    appMode: fields.text('app_mode'),
    deploymentMode: fields.object('feature_flags').text('deployment_mode'),
    providersConfigured: textsOf(fields.list('providers_configured')),
    maintenanceAt: fields.time('maintenance_start_time'),
    errorMessage: fields.text('error_message'),
    faultyModels: textsOf(fields.list('faulty_models')),
  }
}

function textsOf(items: unknown[]): string[] {
  return items.filter((item) => typeof item === 'string')
}

/** `ok`, `up 12 min, version 1.58.0`, or the beginning of whatever else came. */
function saying(text: string): string {
  const value = parsed(text)
  const fields = fieldsOf(value)
  const uptime = fields.number('uptime')
  if (uptime !== null) {
    const version = fields.text('version')
    return `up ${Math.floor(uptime / 60)} min${version === null ? '' : `, version ${version}`}`
  }
  const said = fields.text('status') ?? (typeof value === 'string' ? value : text)
  return said.length > LONGEST_SAYING ? `${said.slice(0, LONGEST_SAYING)}…` : said
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
