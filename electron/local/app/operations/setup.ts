import { json, type Route } from '../../http/route.ts'
import type { Json } from '../../json.ts'
import type { World } from '../../world/world.ts'
import { conversationOf, isAwake } from './awakeConversation.ts'

/** What the scripted agent has loaded; its plots mention these. */
const SKILLS: Json = [
  {
    name: 'repository',
    type: 'repo',
    content: '# Working here\n\nRun `npm test` before every commit. Do not touch generated files.\n',
    triggers: [],
  },
  {
    name: 'flaky-tests',
    type: 'knowledge',
    content: 'Repeat a suspect test ten times, then look for timers and shared state before raising any limit.\n',
    triggers: ['flaky', 'intermittent'],
  },
  {
    name: 'release-notes',
    type: 'agentskills',
    content:
      '---\nname: release-notes\n---\nCollect merged pull requests since the last tag and write one line for each.\n',
    triggers: ['release'],
  },
]

const HOOKS: Json = [
  {
    event_type: 'post_tool_use',
    matchers: [
      { matcher: 'file_editor', hooks: [{ type: 'command', command: 'scripts/format.sh', timeout: 60, async: false }] },
    ],
  },
  {
    event_type: 'pre_tool_use',
    matchers: [
      { matcher: 'terminal', hooks: [{ type: 'command', command: 'scripts/guard.sh', timeout: 10, async: false }] },
    ],
  },
]

/** Skills and hooks are read from the running workspace: a sleeping one has none, with 200 (contract §18.4). */
function fromWorkspace(name: 'skills' | 'hooks', value: Json): Route<World> {
  return {
    method: 'GET',
    path: `/api/v1/app-conversations/:id/${name}`,
    handle(request) {
      const conversation = conversationOf(request)
      if (conversation === undefined) {
        return json({ error: `Conversation ${request.param('id')} not found` }, 404)
      }
      return json({ [name]: isAwake(request.server, conversation) ? value : [] })
    },
  }
}

export const listSkills = fromWorkspace('skills', SKILLS)
export const listHooks = fromWorkspace('hooks', HOOKS)
