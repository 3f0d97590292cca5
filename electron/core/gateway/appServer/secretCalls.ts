import { secretChangeForWritingSchema, secretForWritingSchema } from '../../../../shared/contract/index.ts'
import type { SecretEntry } from '../../../../shared/domain/index.ts'
import type { AccountClient } from '../accountClient.ts'
import { requireObject } from '../http/answerShape.ts'
import { pageOf } from '../pages.ts'
import { fieldsOf } from '../records/fields.ts'
import { checked } from '../sending.ts'
import type { AppCall } from './appCalls.ts'
import type { AppSession } from './appSession.ts'

const SECRETS = '/api/v1/secrets'

export function secretCalls(
  session: AppSession,
): Pick<AccountClient, 'secrets' | 'createSecret' | 'changeSecret' | 'deleteSecret'> {
  async function edit(call: AppCall, signal: AbortSignal): Promise<void> {
    const { call: made, answer } = await session.json(call, 'person', signal)
    requireObject(made, answer)
  }
  // The name is the id (contract §10).
  const path = (name: string) => `${SECRETS}/${encodeURIComponent(name)}`

  return {
    async secrets({ name, pageId }, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: `${SECRETS}/search`,
          query: { limit: '100', page_id: pageId, name__contains: name === '' ? null : name },
          purpose: 'list the secrets',
          isIdempotent: true,
        },
        'person',
        signal,
      )
      return pageOf(call, answer, readSecret)
    },

    async createSecret(secret, signal) {
      session.redactor.hold(secret.value)
      const purpose = `store secret ${secret.name}`
      const body = checked(secretForWritingSchema, secret, purpose)
      await edit({ method: 'POST', path: SECRETS, body, purpose, isIdempotent: false }, signal)
    },

    async changeSecret(id, change, signal) {
      const purpose = `change secret ${id}`
      const body = checked(secretChangeForWritingSchema, change, purpose)
      // Once renamed, the old name is unknown: only a change that keeps the name can be sent twice.
      await edit({ method: 'PUT', path: path(id), body, purpose, isIdempotent: change.name === id }, signal)
    },

    async deleteSecret(id, signal) {
      await edit({ method: 'DELETE', path: path(id), purpose: `delete secret ${id}`, isIdempotent: true }, signal)
    },
  }
}

function readSecret(item: unknown): SecretEntry | null {
  const fields = fieldsOf(item)
  const name = fields.text('name')
  return name === null ? null : { name, description: fields.text('description') }
}
