import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { changesBelow, type WorkspaceFile, workspaceOf } from '../../world/workspace.ts'
import type { AgentServer } from '../server.ts'

/** The files of the sandbox: what all its conversations left. Nothing here asks which conversation (contract §11). */
function filesOf(server: AgentServer): ReadonlyMap<string, WorkspaceFile> {
  return new Map(server.conversations().flatMap((conversation) => [...workspaceOf(conversation)]))
}

const gitChanges: Route<AgentServer> = {
  method: 'GET',
  path: '/api/git/changes',
  handle({ server, query }) {
    const [root = ''] = listOf(query, 'path')
    return json(changesBelow(filesOf(server), root))
  },
}

/** Both whole texts; 1.34 breaks on a file that was deleted (contract §18.1). */
const gitDiff: Route<AgentServer> = {
  method: 'GET',
  path: '/api/git/diff',
  handle({ server, query }) {
    const [path = ''] = listOf(query, 'path')
    const file = filesOf(server).get(path)
    if (file === undefined || (file.modified === null && server.env.dialect === '1.34')) {
      throw refuse(400, `File does not exist: ${path}`)
    }
    return json({ modified: file.modified ?? '', original: file.original ?? '' })
  },
}

const downloadFile: Route<AgentServer> = {
  method: 'GET',
  path: '/api/file/download',
  handle({ server, query }) {
    const [path = ''] = listOf(query, 'path')
    if (!path.startsWith('/')) throw refuse(400, 'Path must be absolute')
    const files = filesOf(server)
    const text = files.get(path)?.modified ?? null
    if (text !== null) return new Response(text, { headers: { 'content-type': 'application/octet-stream' } })
    if ([...files.keys()].some((name) => name.startsWith(`${path}/`))) throw refuse(400, 'Path is not a file')
    throw refuse(404, 'File not found')
  },
}

export const workspace: Route<AgentServer>[] = [gitChanges, gitDiff, downloadFile]
