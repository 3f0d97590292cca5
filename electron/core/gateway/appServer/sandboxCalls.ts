import { sandboxForChangeSchema, sandboxForCreationSchema } from '../../../../shared/contract/index.ts'
import { HandrailError, type Sandbox } from '../../../../shared/domain/index.ts'
import { requireList, requireObject, wrongShape } from '../http/answerShape.ts'
import type { Exchange } from '../http/exchange.ts'
import { pageOf } from '../pages.ts'
import { readSandbox, type SandboxReading } from '../records/sandbox.ts'
import { redactRecord } from '../redaction/redactRecord.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient, Priority } from '../types.ts'
import type { AppSession } from './appSession.ts'

const PATH = '/api/v1/sandboxes'

/** Starting and stopping a machine takes its time; others may be paused first (contract §4). */
const SLOW_CHANGE_MS = 120_000

export function sandboxCalls(
  session: AppSession,
): Pick<
  AppServerClient,
  | 'sandboxes'
  | 'sandboxesById'
  | 'createSandbox'
  | 'pauseSandbox'
  | 'resumeSandbox'
  | 'deleteSandbox'
  | 'sandboxAddress'
> {
  const { connectionId, redactor } = session

  /** Learns the keys that a record carries before anything of it goes on. */
  function learn(record: unknown): SandboxReading | null {
    const reading = readSandbox(connectionId, record)
    for (const secret of [reading?.sessionKey ?? null, ...(reading?.tokens ?? [])]) {
      if (secret !== null) redactor.hold(secret)
    }
    return reading
  }

  function read(record: unknown): Sandbox | null {
    const reading = learn(record)
    return reading === null ? null : redactRecord(reading.sandbox, redactor)
  }

  function batch(
    ids: readonly string[],
    purpose: string,
    priority: Priority,
    signal: AbortSignal,
  ): Promise<Exchange<unknown>> {
    const call = { method: 'GET' as const, path: PATH, query: { id: ids }, purpose, isIdempotent: true }
    return session.secretJson(call, priority, signal)
  }

  async function change(id: string, verb: 'pause' | 'resume' | 'delete', signal: AbortSignal): Promise<void> {
    const purpose = `${verb} sandbox ${shortId(id)}`
    const { sandbox_id } = checked(sandboxForChangeSchema, { sandbox_id: id }, purpose)
    const place = `${PATH}/${encodeURIComponent(sandbox_id)}`
    const { call, answer } = await session.json(
      verb === 'delete'
        ? // The query is the value used, the path's is ignored (contract §4).
          {
            method: 'DELETE',
            path: place,
            query: { sandbox_id },
            purpose,
            isIdempotent: true,
            silenceMs: SLOW_CHANGE_MS,
          }
        : { method: 'POST', path: `${place}/${verb}`, purpose, isIdempotent: true, silenceMs: SLOW_CHANGE_MS },
      'person',
      signal,
    )
    if (Reflect.get(requireObject(call, answer), 'success') !== false) return
    throw new HandrailError({
      code: 'conflict',
      message: `Could not ${purpose}: the server says that it did not succeed.`,
      advice: 'Refresh to see its state, then decide again.',
    })
  }

  return {
    async sandboxes(pageId, priority, signal) {
      const { call, answer } = await session.secretJson(
        {
          method: 'GET',
          path: `${PATH}/search`,
          query: { limit: '100', page_id: pageId },
          purpose: 'list the sandboxes',
          isIdempotent: true,
        },
        priority,
        signal,
      )
      return pageOf(call, answer, read)
    },

    async sandboxesById(ids, priority, signal) {
      if (ids.length === 0) return []
      const purpose = ids.length === 1 ? `read sandbox ${shortId(ids[0] ?? '')}` : `read ${ids.length} sandboxes`
      const { call, answer } = await batch(ids, purpose, priority, signal)
      const records = requireList(call, answer).map(read)
      const byId = new Map(records.filter((record) => record !== null).map((record) => [record.id, record]))
      return ids.map((id) => byId.get(id) ?? null)
    },

    async createSandbox(specId, signal) {
      const purpose = specId === null ? 'create a sandbox' : `create a sandbox of ${specId}`
      const { sandbox_spec_id } = checked(sandboxForCreationSchema, { sandbox_spec_id: specId }, purpose)
      const { call, answer } = await session.secretJson(
        {
          method: 'POST',
          path: PATH,
          query: { sandbox_spec_id },
          purpose,
          isIdempotent: false,
          silenceMs: SLOW_CHANGE_MS,
        },
        'person',
        signal,
      )
      const sandbox = read(answer)
      if (sandbox === null) throw wrongShape(call, 'an answer that is not a sandbox')
      return sandbox
    },

    pauseSandbox: (id, signal) => change(id, 'pause', signal),
    resumeSandbox: (id, signal) => change(id, 'resume', signal),
    deleteSandbox: (id, signal) => change(id, 'delete', signal),

    async sandboxAddress(id, name, signal) {
      const purpose = `open ${name} of sandbox ${shortId(id)}`
      const { call, answer } = await batch([id], purpose, 'person', signal)
      const reading = requireList(call, answer)
        .map(learn)
        .find((each) => each?.sandbox.id === id)
      const address = reading?.addresses.get(name)
      if (address !== undefined && /^https?:\/\//i.test(address)) return address
      const state = reading
        ? `it is ${reading.sandbox.status} and exposes no such web address`
        : 'the server does not know it'
      throw new HandrailError({
        code: reading ? 'conflict' : 'not-found',
        message: `Could not ${purpose}: ${state}.`,
        advice: 'Only a running sandbox has addresses; refresh to see its state.',
      })
    },
  }
}
