import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { LockRecord } from '../core/lock/index.ts'
import { jsonOf } from './jsonOf.ts'

/**
 * What a running host answers a second start on its data folder: the link to its page, or that it showed its
 * window.
 */
const answerSchema = z.union([z.object({ link: z.string() }), z.object({ window: z.literal(true) })])
export type SecondStartAnswer = z.infer<typeof answerSchema>

const questionSchema = z.object({ secret: z.string() })
const LONGEST_QUESTION = 1024

export interface SecondStarts {
  address: string
  secret: string
  /** From now on questions are answered, those that came before included. */
  answerWith(answer: () => SecondStartAnswer): void
  close(): Promise<void>
  /** The part of `close` that the system does not do for a process that ends. */
  remove(): void
}

/**
 * Listens for second starts: one line of JSON with the secret of the lock file in, one line with the answer out. A Unix
 * socket (a named pipe on Windows), so a host without a page opens no port.
 */
export async function listenForSecondStarts(dataDir: string): Promise<SecondStarts> {
  const { address, remove } = socketAddress(dataDir)
  const secret = randomBytes(32).toString('base64url')
  const sockets = new Set<Socket>()
  let ready = (_answer: () => SecondStartAnswer): void => undefined
  const answered = new Promise<() => SecondStartAnswer>((resolve) => {
    ready = resolve
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', () => socket.bytesRead > LONGEST_QUESTION && socket.destroy())
    createInterface(socket).once('line', async (line) => {
      if (!knows(secret, line)) return socket.destroy()
      const answer = await answered
      socket.end(`${JSON.stringify(answer())}\n`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve)
  })
  // Windows has no modes for pipes; there the secret alone decides.
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  // The socket alone must not keep the process alive.
  server.unref()
  return {
    address,
    secret,
    answerWith: ready,
    remove,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      remove()
    },
  }
}

/** Removes what a host that died left of its socket. */
export function removeLeftSocket({ address }: LockRecord): void {
  if (process.platform === 'win32') return
  rmSync(address, { force: true })
  const folder = path.dirname(address)
  if (path.basename(folder).startsWith(FOLDER)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Asks the host that holds the lock. Null when it is not there, or went away instead of answering.
 */
export function askRunningHost(
  { address, secret }: LockRecord,
  signal: AbortSignal,
): Promise<SecondStartAnswer | null> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const done = (answer: SecondStartAnswer | null) => {
      signal.removeEventListener('abort', aborted)
      socket.destroy()
      resolve(answer)
    }
    const aborted = () => done(null)
    signal.addEventListener('abort', aborted, { once: true })
    socket.once('error', () => done(null)).once('close', () => done(null))
    socket.once('connect', () => socket.write(`${JSON.stringify({ secret })}\n`))
    createInterface(socket)
      .on('error', () => done(null))
      .once('line', (line) => done(answerOf(line)))
  })
}

const FOLDER = 'handrail-host-'
/** The shortest limit of the platforms (macOS: 104 bytes with the closing zero). */
const LONGEST_ADDRESS = 103

/** In the data folder, which is 0700; where its path is too long for a socket, in a folder of its own. */
function socketAddress(dataDir: string): { address: string; remove: () => void } {
  const name = randomBytes(8).toString('hex')
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\handrail-${name}`, remove: () => undefined }
  const address = path.join(dataDir, `host-${name}.sock`)
  if (Buffer.byteLength(address) <= LONGEST_ADDRESS) return { address, remove: () => rmSync(address, { force: true }) }
  // mkdtemp makes the folder 0700, so nobody else reaches the socket even before its own mode is set.
  const folder = mkdtempSync(path.join(os.tmpdir(), FOLDER))
  return { address: path.join(folder, 'socket'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function knows(secret: string, line: string): boolean {
  const question = questionSchema.safeParse(jsonOf(line))
  const shown = Buffer.from(question.success ? question.data.secret : '')
  const wanted = Buffer.from(secret)
  // Compared in constant time, so that the answer's delay tells nothing of the secret.
  return shown.length === wanted.length && timingSafeEqual(shown, wanted)
}

function answerOf(line: string): SecondStartAnswer | null {
  const answer = answerSchema.safeParse(jsonOf(line))
  return answer.success ? answer.data : null
}
