import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { wakeSandbox } from '../../world/sandboxLife.ts'
import type { World } from '../../world/world.ts'

/**
 * STARTING for a moment, then RUNNING with a new key; others may be paused for it. An ERROR sandbox does not come back, and 404
 * also means that the runtime gave no answer (contract §4).
 */
export const resumeSandbox: Route<World> = {
  method: 'POST',
  path: '/api/v1/sandboxes/:id/resume',
  async handle({ server, param }) {
    const sandbox = server.sandboxes.get(param('id'))
    const canStart = sandbox !== undefined && sandbox.status !== 'ERROR' && sandbox.status !== 'MISSING'
    if (!canStart) throw refuse(404, 'Not Found')
    await wakeSandbox(server, sandbox)
    return json({ success: true })
  },
}
