import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'

const VERSIONS = { '1.58': '1.58.0', '1.34': '1.34.0' }

/** What the server is; needs no key. */
export const serverInfo: Route<AgentServer> = {
  method: 'GET',
  path: '/server_info',
  isPublic: true,
  handle({ server }) {
    const uptime = (server.env.clock.now() - server.startedMs) / 1000
    const version = VERSIONS[server.env.dialect]
    return json({
      uptime,
      idle_time: 0,
      title: 'OpenHands Agent Server',
      version,
      sdk_version: version,
      tools_version: version,
      workspace_version: version,
      build_git_sha: 'unknown',
      build_git_ref: 'unknown',
      python_version: '3.13.5',
      usable_tools: ['terminal', 'file_editor', 'task_tracker', 'grep', 'browser_tool_set'],
      runtime_idle_timeout_seconds: null,
      ...(server.env.dialect === '1.58' ? { capabilities: ['conversation_runtime_routes_v1'] } : {}),
      docs: '/docs',
      redoc: '/redoc',
    })
  },
}
