import { json, type Route } from '../../http/route.ts'
import { workspaceOf } from '../../world/workspace.ts'
import type { World } from '../../world/world.ts'
import { awakeConversation, conversationOf, isAwake } from './awakeConversation.ts'

const DEFAULT_PATH = '/workspace/project/PLAN.md'
const MOST_FILES = 2_000

/** A file's text as a JSON string; empty for every failure, which it cannot tell from an empty file (contract §16.26). */
export const readFile: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/:id/file',
  handle(request) {
    const conversation = conversationOf(request)
    if (conversation === undefined || !isAwake(request.server, conversation)) return json('')
    const path = request.query.get('file_path') ?? DEFAULT_PATH
    return json(workspaceOf(conversation).get(path)?.modified ?? '')
  },
}

/** Paths below a folder, relative to it; newer than the published interface (contract §10). */
export const listFiles: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/:id/files',
  handle(request) {
    const conversation = awakeConversation(request)
    const root = request.query.get('path') ?? conversation.seed.workingDir
    const below = root.endsWith('/') ? root : `${root}/`
    const paths = [...workspaceOf(conversation)]
      .filter(([path, file]) => path.startsWith(below) && file.modified !== null)
      .map(([path]) => path.slice(below.length))
    return json(paths.sort().slice(0, MOST_FILES))
  },
}
