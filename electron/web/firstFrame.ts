import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import type { Clock } from '../core/ports.ts'
import { jsonOf } from '../host/jsonOf.ts'
import type { LaunchToken } from './launchToken.ts'

/** The page's first frame was not the one that opens the socket. */
export const NOT_ADMITTED = 4401
export const FIRST_FRAME_LIMIT_MS = 5000
/** Of the connection, frame header included; a token has 43 characters. */
const MOST_BYTES = 1024

const firstFrameSchema = z.strictObject({ token: z.string() })

/**
 * Reads the first frame of a new socket and answers it; resolves to whether the socket is admitted. A socket that is
 * not is closed with 4401.
 */
export async function admit(socket: WebSocket, tcp: Socket, token: LaunchToken, clock: Clock): Promise<boolean> {
  const text = await firstFrame(socket, tcp, clock)
  if (text === null || !shows(text, token)) {
    socket.close(NOT_ADMITTED)
    // After the close frame is out. Waiting for the other side's would leave it a socket to fill.
    tcp.destroySoon()
    return false
  }
  socket.send(JSON.stringify({ ok: true }))
  return true
}

/** The text of the first frame; null when it does not come in time, is too long, or is not text. */
function firstFrame(socket: WebSocket, tcp: Socket, clock: Clock): Promise<string | null> {
  const waiting = new AbortController()
  const before = tcp.bytesRead
  return new Promise<string | null>((resolve) => {
    // Counted on the connection: the frame itself is seen only when all of it has been taken into memory.
    const count = () => tcp.bytesRead - before > MOST_BYTES && resolve(null)
    const read = (frame: RawData, isBinary: boolean) => {
      resolve(isBinary || byteLength(frame) > MOST_BYTES ? null : String(frame))
    }
    const end = () => resolve(null)
    tcp.prependListener('data', count)
    socket.once('message', read).once('close', end)
    waiting.signal.addEventListener('abort', () => {
      tcp.off('data', count)
      socket.off('message', read).off('close', end)
    })
    clock.sleep(FIRST_FRAME_LIMIT_MS, waiting.signal).then(
      () => resolve(null),
      () => undefined,
    )
  }).finally(() => waiting.abort())
}

const byteLength = (frame: RawData) =>
  Array.isArray(frame) ? frame.reduce((sum, part) => sum + part.length, 0) : frame.byteLength

function shows(text: string, token: LaunchToken): boolean {
  const frame = firstFrameSchema.safeParse(jsonOf(text))
  return frame.success && token.is(frame.data.token)
}
