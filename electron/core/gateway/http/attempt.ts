import { HandrailError } from '../../../../shared/domain/index.ts'
import type { HostPorts } from '../../ports.ts'
import type { Call } from './call.ts'
import { startDeadline } from './deadline.ts'
import { AnswerTooLarge, pourBody, readBody } from './readBody.ts'
import { retryAfterMs } from './retryAfter.ts'
import { type TransportFault, transportFault } from './transportFault.ts'

/** How one attempt ended. */
export type Attempt =
  | { kind: 'success'; text: string }
  | { kind: 'redirect'; status: number; location: string | null }
  | { kind: 'error'; status: number; contentType: string | null; text: string; retryAfterMs: number | null }
  | { kind: 'too-large' }
  /** `wasAnswered`: a status line came before the line was cut, so the server worked on the request. */
  | { kind: 'fault'; fault: TransportFault; wasAnswered: boolean; cause: unknown }

const DEFAULT_SILENCE_MS = 30_000
/** An error body is for a sentence; a proxy's page may be long. */
const LARGEST_ERROR_BODY = 1024 * 1024

/** Sends a call once. Rejects only with what the caller's signal rejects with, or with the HandrailError of a sink. */
export async function attempt(
  ports: Pick<HostPorts, 'fetch' | 'clock'>,
  call: Call,
  url: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const deadline = startDeadline(ports.clock, call.silenceMs ?? DEFAULT_SILENCE_MS, signal)
  let wasAnswered = false
  try {
    const response = await ports.fetch(url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: deadline.signal,
      // A followed redirect would carry the key header to wherever the server points.
      redirect: 'manual',
      // Electron's net.fetch shares the session's cookies and cache: neither belongs to this call.
      credentials: 'omit',
      cache: 'no-store',
    })
    wasAnswered = true
    deadline.touch()
    const { status, headers } = response
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel().catch(() => {})
      return { kind: 'redirect', status, location: headers.get('location') }
    }
    if (response.ok && call.sink !== undefined) {
      await pourBody(response, deadline.touch, call.sink())
      return { kind: 'success', text: '' }
    }
    if (response.ok) return { kind: 'success', text: await readBody(response, deadline.touch) }
    const text = await readBody(response, deadline.touch, LARGEST_ERROR_BODY).catch((error) => {
      // The status says enough; a cut or endless error body adds nothing.
      if (signal.aborted) throw error
      return ''
    })
    return {
      kind: 'error',
      status,
      contentType: headers.get('content-type'),
      text,
      retryAfterMs: retryAfterMs(headers.get('retry-after'), ports.clock.now()),
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof HandrailError) throw cause
    if (cause instanceof AnswerTooLarge) return { kind: 'too-large' }
    return { kind: 'fault', fault: deadline.isOver ? 'timeout' : transportFault(cause), wasAnswered, cause }
  } finally {
    deadline.stop()
  }
}
