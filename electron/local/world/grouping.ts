import type { Sandbox } from './sandbox.ts'
import { WORKING_DIR } from './sandboxSpecs.ts'
import type { World } from './world.ts'

/** Conversations a sandbox may hold to be a candidate (contract §7). */
const MOST_CONVERSATIONS = 20

/** The sandbox that the account's grouping strategy chooses; undefined asks for a new one. */
export function placeIn(world: World): Sandbox | undefined {
  const strategy = world.settings.sandbox_grouping_strategy
  const size = (sandbox: Sandbox) => world.inside(sandbox.id).length
  const running = [...world.sandboxes.values()].filter((s) => s.status === 'RUNNING' && size(s) < MOST_CONVERSATIONS)
  switch (strategy) {
    case 'GROUP_BY_NEWEST':
      return running.toSorted((a, b) => b.createdMs - a.createdMs)[0]
    case 'LEAST_RECENTLY_USED':
      // Implemented as oldest created by the real server.
      return running.toSorted((a, b) => a.createdMs - b.createdMs)[0]
    case 'FEWEST_CONVERSATIONS':
      return running.toSorted((a, b) => size(a) - size(b))[0]
    case 'ADD_TO_ANY':
      return running[0]
    default:
      return undefined
  }
}

/** Under any strategy but NO_GROUPING a conversation has a folder of its own, in a chosen sandbox too (contract §7). */
export function workingDirOf(world: World, hex: string): string {
  return world.settings.sandbox_grouping_strategy === 'NO_GROUPING' ? WORKING_DIR : `${WORKING_DIR}/${hex}`
}
