import type { Sandbox } from './sandbox.ts'
import { SANDBOX_SPECS } from './sandboxSpecs.ts'
import type { World } from './world.ts'

/** Times a start at the pace of the real service: the image, then the agent server in it. */
const PULL_MS = 900
const BOOT_MS = 600

/** Makes a sandbox that is STARTING and will be RUNNING; the oldest that run make room for it (contract §4). */
export async function createSandbox(world: World, specId: string = SANDBOX_SPECS[0].id): Promise<Sandbox> {
  const sandbox = world.addSandbox(world.random.base62(22), world.clock.now(), 'PAUSED', specId)
  await wakeSandbox(world, sandbox)
  return sandbox
}

/** STARTING for a moment, then RUNNING with a new key. Does nothing to one that is awake. */
export async function wakeSandbox(world: World, sandbox: Sandbox): Promise<void> {
  if (sandbox.isAwake) return
  sandbox.status = 'STARTING'
  const room = makeRoom(world, sandbox)
  void start(world, sandbox)
  await room
}

/** Takes a sandbox away with its key; its conversations stay, without one. */
export async function deleteSandbox(world: World, sandbox: Sandbox): Promise<void> {
  world.sandboxes.delete(sandbox.id)
  await world.pauseSandbox(sandbox, 'MISSING')
}

/** Pauses the oldest so that with the given one no more are awake than may be. */
async function makeRoom(world: World, sandbox: Sandbox): Promise<void> {
  const others = [...world.sandboxes.values()].filter((other) => other !== sandbox && other.isAwake)
  const beyond = Math.max(others.length + 1 - world.runningLimit, 0)
  const oldest = others.toSorted((a, b) => a.createdMs - b.createdMs).slice(0, beyond)
  await Promise.all(oldest.map((other) => world.pauseSandbox(other)))
}

async function start(world: World, sandbox: Sandbox): Promise<void> {
  try {
    sandbox.statusDetail = 'pulling image'
    await world.wait(PULL_MS)
    if (sandbox.status !== 'STARTING') return
    const problem = world.startProblems.shift()
    if (problem !== undefined) {
      sandbox.status = 'ERROR'
      sandbox.statusDetail = problem
      return
    }
    sandbox.statusDetail = 'starting agent server'
    await world.wait(BOOT_MS)
    if (sandbox.status === 'STARTING') await world.openSandbox(sandbox)
  } catch (error) {
    if (!world.closing.aborted) throw error
  }
}
