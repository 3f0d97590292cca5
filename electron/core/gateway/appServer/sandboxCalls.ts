import { requireObject } from '../http/answerShape.ts'
import { pageOf } from '../pages.ts'
import { readSandbox } from '../records/sandbox.ts'
import { redactRecord } from '../redaction/redactRecord.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'

export function sandboxCalls(
  session: AppSession,
): Pick<AppServerClient, 'sandboxes' | 'pauseSandbox' | 'resumeSandbox'> {
  const { connectionId, redactor } = session

  async function change(id: string, verb: 'pause' | 'resume', signal: AbortSignal): Promise<void> {
    const { call, answer } = await session.json(
      {
        method: 'POST',
        path: `/api/v1/sandboxes/${encodeURIComponent(id)}/${verb}`,
        purpose: `${verb} sandbox ${shortId(id)}`,
        isIdempotent: true,
        // Starting and stopping a machine takes its time; others may be paused first (contract §4).
        silenceMs: 120_000,
      },
      'person',
      signal,
    )
    requireObject(call, answer)
  }

  return {
    async sandboxes(pageId, priority, signal) {
      const { call, answer } = await session.secretJson(
        {
          method: 'GET',
          path: '/api/v1/sandboxes/search',
          query: { limit: '100', page_id: pageId },
          purpose: 'list the sandboxes',
          isIdempotent: true,
        },
        priority,
        signal,
      )
      return pageOf(call, answer, (record) => {
        const reading = readSandbox(connectionId, record)
        if (reading === null) return null
        for (const secret of [reading.sessionKey, ...reading.tokens]) if (secret !== null) redactor.hold(secret)
        return redactRecord(reading.sandbox, redactor)
      })
    },
    pauseSandbox: (id, signal) => change(id, 'pause', signal),
    resumeSandbox: (id, signal) => change(id, 'resume', signal),
  }
}
