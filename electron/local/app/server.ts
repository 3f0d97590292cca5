import { sameText } from '../agent/server.ts'
import { type Listening, listen } from '../http/listen.ts'
import { type Request, serve } from '../http/route.ts'
import type { World } from '../world/world.ts'
import { checkOrganisation, lockable } from './accountRules.ts'
import { appRoutes } from './operations/index.ts'

/** The account's key, as the caller gave it: Bearer first, then the two headers (contract §12). */
function givenKey(request: Request<World>): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(request.header('authorization') ?? '')?.[1]
  return bearer ?? request.header('x-session-api-key') ?? request.header('x-access-token')
}

/** Starts the app server of a world. What it does not expect ends as plain-text 500 (contract §18.4). */
export function openAppServer(world: World, extra: Parameters<typeof serve<World>>[1] = []): Promise<Listening> {
  const app = serve(
    world,
    [...lockable(appRoutes), ...extra],
    (request) => {
      const isKey = sameText(givenKey(request) ?? '', world.options.key)
      if (isKey) checkOrganisation(request)
      return isKey
    },
    () =>
      new Response('Internal Server Error', { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' } }),
  )
  return listen(app, { port: world.options.port, faults: world.faults })
}
