import { missing, refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { deleteSandbox as remove } from '../../world/sandboxLife.ts'
import type { World } from '../../world/world.ts'

/** Takes the id from the query alone: the one in the path is ignored (contract §4, §18.4). */
export const deleteSandbox: Route<World> = {
  method: 'DELETE',
  path: '/api/v1/sandboxes/:id',
  async handle({ server, query }) {
    const id = query.get('sandbox_id')
    if (id === null) throw missing(['query', 'sandbox_id'])
    const sandbox = server.sandboxes.get(id)
    if (sandbox === undefined) throw refuse(404, 'Not Found')
    if (sandbox.status === 'MISSING') throw refuse(503, 'The sandbox could not be stopped. Try again later.')
    await remove(server, sandbox)
    return json({ success: true })
  },
}
