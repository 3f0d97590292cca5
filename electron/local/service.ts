import { openAppServer } from './app/server.ts'
import { LocalControl } from './control/control.ts'
import { Gate } from './control/gate.ts'
import { controlRoutes } from './control/routes.ts'
import { Faults } from './http/faults.ts'
import { type LocalServiceOptions, settle } from './options.ts'
import { Random } from './random.ts'
import { seedWorld, wakeRunning } from './seed/seedWorld.ts'
import { Journal } from './world/journal.ts'
import { World } from './world/world.ts'

/** A running local service. */
export interface LocalService {
  /** Base URL of the app server. */
  url: string
  /** The account key. */
  key: string
  control: LocalControl
  /** Stops everything and writes what is to be kept; calling it again is harmless. */
  close(): Promise<void>
}

/** Starts a whole app server with its sandboxes and agent servers on loopback. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const settled = settle(options)
  const faults = new Faults(settled.clock)
  const gate = new Gate()
  const journal = settled.dataFolder === undefined ? undefined : new Journal(settled.dataFolder)
  const nowMs = settled.clock.now()
  const seededMs = journal?.begin(nowMs) ?? nowMs
  // The run before gave the ids that the seed leads to: a later one must not give them to other things.
  const random = new Random(seededMs === nowMs ? settled.seed : settled.seed ^ nowMs)
  const env = {
    clock: settled.clock,
    random: random.fork('agents'),
    speed: settled.speed,
    dialect: settled.dialect,
    gate: (signal: AbortSignal) => gate.pass(signal),
  }
  const world = new World({
    options: settled,
    random: random.fork('world'),
    faults,
    env,
    changed: (conversation, event) => journal?.note(conversation, event),
  })
  if (!settled.empty) await seedWorld(world, seededMs)
  await journal?.restore(world)
  wakeRunning(world)
  const control = new LocalControl(world, gate)
  const listening = await openAppServer(world, settled.control ? controlRoutes(control) : [])
  let closed: Promise<void> | undefined
  const shut = async () => {
    gate.open()
    await world.close()
    await listening.close()
    journal?.close(world)
  }
  return {
    url: listening.url,
    key: settled.key,
    control,
    close() {
      closed ??= shut()
      return closed
    },
  }
}
