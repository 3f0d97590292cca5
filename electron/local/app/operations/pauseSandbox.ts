import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'

/** Its key dies and its conversations stop; 404 also when the runtime gave no answer (contract §4). */
export const pauseSandbox: Route<World> = {
  method: 'POST',
  path: '/api/v1/sandboxes/:id/pause',
  async handle({ server, param }) {
    const sandbox = server.sandboxes.get(param('id'))
    if (sandbox === undefined || sandbox.status === 'MISSING') throw refuse(404, 'Not Found')
    if (sandbox.isAwake) await server.pauseSandbox(sandbox)
    return json({ success: true })
  },
}
