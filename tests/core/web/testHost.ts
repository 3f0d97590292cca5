import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { RPCHandler } from '@orpc/server/ws'
import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { readPageFiles } from '../../../electron/host/pageFiles.ts'
import { FileOffers } from '../../../electron/web/fileOffers.ts'
import { createWebHost, type WebHost } from '../../../electron/web/index.ts'
import { testFolder } from '../vault/folder.ts'
import { echoRouter } from './echoRouter.ts'
import { ManualClock } from './manualClock.ts'

/** A built page of a few files, beside a file that is no part of it. */
export function builtPage(): string {
  const folder = testFolder()
  const page = path.join(folder, 'renderer')
  mkdirSync(path.join(page, 'assets'), { recursive: true })
  writeFileSync(path.join(folder, 'secret.txt'), 'not part of the page')
  writeFileSync(path.join(page, 'index.html'), '<!doctype html><title>Handrail</title>')
  writeFileSync(path.join(page, 'assets', 'index-Ab3_dE7h.js'), 'export {}')
  writeFileSync(path.join(page, 'assets', 'inter-B1c2D3e4.woff2'), 'font')
  return page
}

export async function testHost(options: { allowHosts?: string[] } = {}) {
  const clock = new ManualClock()
  const rpc = new RPCHandler(echoRouter)
  const offers = new FileOffers(clock)
  const web = await createWebHost({
    port: 0,
    allowHosts: options.allowHosts ?? [],
    files: readPageFiles(builtPage()),
    offers,
    clock,
    accept: (socket) => void rpc.upgrade(socket),
    log: () => undefined,
  })
  onTestFinished(() => web.close())
  return { web, clock, offers, origin: `http://127.0.0.1:${web.port}`, token: () => tokenOf(web.link()) }
}

export const tokenOf = (link: string) => link.split('#token=')[1] ?? ''

/** What a socket to the host came to. */
export class Visitor {
  readonly socket: WebSocket
  readonly outcome: Promise<{ status: number } | { close: number } | { opened: true }>
  readonly closed: Promise<number>
  #frames: string[] = []
  #wanted: ((frame: string) => void)[] = []

  constructor(web: Pick<WebHost, 'port'>, headers: { host?: string; origin?: string | null } = {}, where = '/rpc') {
    const host = headers.host ?? `127.0.0.1:${web.port}`
    const origin = headers.origin === undefined ? `http://${host}` : headers.origin
    this.socket = new WebSocket(`ws://127.0.0.1:${web.port}${where}`, {
      headers: { host, ...(origin === null ? {} : { origin }) },
    })
    onTestFinished(() => this.socket.terminate())
    this.socket.on('error', () => undefined)
    this.socket.on('message', (data) => {
      const next = this.#wanted.shift()
      if (next) next(String(data))
      else this.#frames.push(String(data))
    })
    this.closed = new Promise((resolve) => this.socket.once('close', resolve))
    this.outcome = new Promise((resolve) => {
      this.socket.once('unexpected-response', (_, response: IncomingMessage) => {
        resolve({ status: response.statusCode ?? 0 })
        response.destroy()
      })
      this.socket.once('open', () => resolve({ opened: true }))
    })
  }

  /** The next text that comes. */
  frame(): Promise<string> {
    const first = this.#frames.shift()
    return first === undefined ? new Promise((resolve) => this.#wanted.push(resolve)) : Promise.resolve(first)
  }

  /** Sends a first frame; gives the answer, or the code with which the host closed. */
  async says(first: unknown): Promise<unknown> {
    await this.outcome
    this.socket.send(typeof first === 'string' || Buffer.isBuffer(first) ? first : JSON.stringify(first))
    return await Promise.race([this.frame().then((text) => JSON.parse(text)), this.closed])
  }
}

/** A plain request, with the path as it is: no client tidies it up first. */
export function get(web: Pick<WebHost, 'port'>, where: string, options: { host?: string; method?: string } = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
    const headers = { host: options.host ?? `127.0.0.1:${web.port}` }
    request({ host: '127.0.0.1', port: web.port, path: where, method: options.method ?? 'GET', headers })
      .once('error', reject)
      .once('response', async (response) => {
        let body = ''
        for await (const part of response) body += part
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
      .end()
  })
}
