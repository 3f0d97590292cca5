import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'

/** STARTING for a moment, then RUNNING with a new key; an ERROR sandbox does not come back. */
export const resumeSandbox: Route<World> = {
  method: 'POST',
  path: '/api/v1/sandboxes/:id/resume',
  handle({ server, param }) {
    const sandbox = server.sandboxes.get(param('id'))
    if (sandbox === undefined || sandbox.status === 'ERROR') throw refuse(404, 'Not Found')
    server.resumeSandbox(sandbox)
    return json({ success: true })
  },
}
