import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'

export const serverInfo: Route<World> = {
  method: 'GET',
  path: '/server_info',
  isPublic: true,
  handle({ server }) {
    const uptime = (server.clock.now() - server.startedMs) / 1000
    const memory = { rss: process.memoryUsage().rss, vms: 0, percent: 0 }
    const resources = { cpu_percent: 0, memory, disk: { total: 0, used: 0, free: 0, percent: 0 }, io: {} }
    return json({ uptime, idle_time: 0, resources })
  },
}
