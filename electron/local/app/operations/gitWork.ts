import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { changesBelow, workspaceOf } from '../../world/workspace.ts'
import type { World } from '../../world/world.ts'
import { awakeConversation } from './awakeConversation.ts'

/** Changed files below a repository's root; none where it is no repository (contract §10). */
export const gitChanges: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/:id/git/changes',
  handle(request) {
    const [root = ''] = listOf(request.query, 'path')
    const conversation = awakeConversation(request)
    return json(changesBelow(workspaceOf(conversation), root))
  },
}

/** Both whole texts of one file, not a patch (contract §16.25). */
export const gitDiff: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/:id/git/diff',
  handle(request) {
    const [path = ''] = listOf(request.query, 'path')
    const conversation = awakeConversation(request)
    const file = workspaceOf(conversation).get(path)
    if (file === undefined) throw refuse(502, `Agent server error: File does not exist: ${path}`)
    return json({ modified: file.modified ?? '', original: file.original ?? '' })
  },
}
