import { json, type Route } from '../../http/route.ts'
import { createSandbox as create } from '../../world/sandboxLife.ts'
import { SANDBOX_SPECS } from '../../world/sandboxSpecs.ts'
import type { World } from '../../world/world.ts'
import { sandboxRecord } from '../records.ts'

/** Answers at once with a STARTING sandbox; others may be paused for it (contract §4). */
export const createSandbox: Route<World> = {
  method: 'POST',
  path: '/api/v1/sandboxes',
  async handle({ server, query }) {
    const specId = query.get('sandbox_spec_id') ?? SANDBOX_SPECS[0].id
    // A ValueError inside the handler of the real server: a plain-text 500.
    if (!SANDBOX_SPECS.some((spec) => spec.id === specId)) throw new Error('Sandbox Spec not found')
    return json(sandboxRecord(await create(server, specId)))
  },
}
