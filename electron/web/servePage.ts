import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageFiles } from '../host/pageFiles.ts'
import { cacheControl, pageHeaders } from '../host/pageHeaders.ts'

/** Answers a request for a file of the page. `host` is the accepted Host of the request. */
export function servePage(request: IncomingMessage, response: ServerResponse, host: string, files: PageFiles): void {
  for (const [name, value] of Object.entries(pageHeaders([`ws://${host}`]))) response.setHeader(name, value)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    refuse(response, 405, 'Only GET and HEAD.')
    return
  }
  const file = files.get(pathOf(request.url ?? ''))
  if (!file) {
    refuse(response, 404, 'There is no such file.')
    return
  }
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': file.body.byteLength,
    'Cache-Control': cacheControl(file.isImmutable),
  })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

export function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${why}\n`)
}

/** The path as it was sent, without the query. Not decoded: no built file's name needs it, and `%2e` stays harmless. */
const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
