import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pageHeaders } from '../host/pageHeaders.ts'
import { type FileOffers, OFFER_PATH } from './fileOffers.ts'
import { refuse } from './servePage.ts'

/** True for an address that `serveOffer` answers. */
export const isOfferPath = (request: IncomingMessage) => request.url?.startsWith(OFFER_PATH) ?? false

/** Sends an offered file, once, as a download. */
export async function serveOffer(
  request: IncomingMessage,
  response: ServerResponse,
  offers: FileOffers,
): Promise<void> {
  for (const [name, value] of Object.entries(pageHeaders([]))) response.setHeader(name, value)
  // Only GET uses a ticket up; a link checker's HEAD must not.
  const file = request.method === 'GET' ? offers.take(request.url ?? '') : null
  const found = file === null ? null : await stat(file).catch(() => null)
  if (file === null || found === null) {
    refuse(response, 404, 'This download was fetched already, or is too old: start it again in Handrail.')
    return
  }
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': found.size,
    'Content-Disposition': `attachment; filename="${path.basename(file).replaceAll(/["\\]/g, '_')}"`,
    'Cache-Control': 'no-store',
  })
  // The page that closes in the midst of it is no fault of this host.
  await pipeline(createReadStream(file), response).catch(() => undefined)
}
