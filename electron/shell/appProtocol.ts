import { protocol } from 'electron'
import type { PageFiles } from '../host/pageFiles.ts'
import { cacheControl, pageHeaders } from '../host/pageHeaders.ts'
import { ORIGIN, SCHEME } from './origin.ts'

/** Before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // standard: relative addresses and an origin of its own; secure: no mixed content; nothing else is needed.
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built page under app://handrail/. */
export function serveApp(files: PageFiles): void {
  protocol.handle(SCHEME, (request) => {
    const url = new URL(request.url)
    const file = `${url.protocol}//${url.host}` === ORIGIN ? files.get(url.pathname) : undefined
    if (!file || request.method !== 'GET') {
      return new Response('There is no such file.\n', { status: 404, headers: pageHeaders([]) })
    }
    return new Response(file.body, {
      headers: {
        ...pageHeaders([]),
        'Content-Type': file.type,
        'Cache-Control': cacheControl(file.isImmutable),
      },
    })
  })
}
