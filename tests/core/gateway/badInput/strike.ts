import type { ServerResponse } from 'node:http'
import { fakeServer, PAGE, type SeenRequest, sendJson, sendText } from '../support/fakeServer.ts'
import type { Fault, Row } from './row.ts'

/** Seconds in Retry-After of a limit that ends soon. */
export const SOON = 3

const RATE = { error: 'Rate limit exceeded: 10 per second' }

/** What a server answers when something is wrong with it or with the call. `wrong`: the JSON of another type. */
const ANSWERS: Record<Fault, (response: ServerResponse, wrong: unknown) => void> = {
  'a wrong key': (response) => sendJson(response, { detail: 'Unauthorized' }, 401),
  'an unknown id': (response) => sendJson(response, { detail: 'Not Found' }, 404),
  'a paused sandbox': (response) => sendJson(response, { detail: 'Sandbox is not running' }, 409),
  'an archived sandbox': (response) => sendJson(response, { detail: 'Conversation is archived' }, 410),
  'a web page': (response) => sendText(response, PAGE, 200, { 'content-type': 'text/html' }),
  'an empty answer': (response) => sendText(response, ''),
  'another type': sendJson,
  'a limit that lasts an hour': (response) => sendJson(response, RATE, 429, { 'retry-after': '3600' }),
  'a limit without an end': (response) => sendJson(response, RATE, 429, { 'retry-after': String(SOON) }),
  'a limit without a time': (response) => sendJson(response, RATE, 429),
  'a failure': (response) => sendText(response, 'Internal Server Error', 500),
  'a line cut before the answer': (response) => response.socket?.resetAndDestroy(),
  'a line cut in the middle'(response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"items":[')
    setImmediate(() => response.socket?.resetAndDestroy())
  },
}

export function strike(fault: Fault, response: ServerResponse, wrong: unknown): void {
  ANSWERS[fault](response, wrong)
}

export interface StruckServer {
  url: string
  /** How often the request that matters was made; what is asked beside it, to say what a refusal means, is not counted. */
  requests(): number
}

/** A server that answers a call as `answer` says; `nth` counts from 1. */
export async function serverFor<Client>(
  { strikes, before }: Pick<Row<Client>, 'strikes' | 'before'>,
  answer: (response: ServerResponse, nth: number) => void,
): Promise<StruckServer> {
  const struck: SeenRequest[] = []
  const server = await fakeServer((request, response) => {
    if (strikes !== undefined && !strikes(request)) return sendJson(response, before)
    struck.push(request)
    answer(response, struck.length)
  })
  return {
    url: server.url,
    requests: () =>
      struck.filter(({ method, path }) => method === struck[0]?.method && path === struck[0]?.path).length,
  }
}
