import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'

export const pauseSandbox: Route<World> = {
  method: 'POST',
  path: '/api/v1/sandboxes/:id/pause',
  async handle({ server, param }) {
    const sandbox = server.sandboxes.get(param('id'))
    if (sandbox === undefined) throw refuse(404, 'Not Found')
    if (sandbox.status === 'RUNNING' || sandbox.status === 'STARTING') await server.pauseSandbox(sandbox)
    return json({ success: true })
  },
}
