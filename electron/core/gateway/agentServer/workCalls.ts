import { requireList, requireObject } from '../http/answerShape.ts'
import { queryText } from '../http/query.ts'
import { readFileChange, readFileTexts } from '../records/work.ts'
import { shortId } from '../shortId.ts'
import type { WorkClient } from '../workClient.ts'
import type { AgentSession } from './agentSession.ts'

const EXPORT_SILENCE_MS = 120_000

/** The workspace as a bare agent server gives it: paths of its machine, for whichever conversation (contract §11). */
export function workCalls(session: AgentSession): WorkClient {
  const get = (path: string, purpose: string) => ({ method: 'GET' as const, path, purpose, isIdempotent: true })
  return {
    async gitChanges(_, root, ref, signal) {
      const path = `/api/git/changes${queryText({ path: root, ref })}`
      const { call, answer } = await session.json(get(path, `list the changes in ${root}`), signal)
      return requireList(call, answer)
        .map(readFileChange)
        .filter((change) => change !== null)
    },
    async gitDiff(_, file, ref, signal) {
      const path = `/api/git/diff${queryText({ path: file, ref })}`
      const { call, answer } = await session.json(get(path, `read the diff of ${file}`), signal)
      return readFileTexts(requireObject(call, answer))
    },
    async file(_, path, signal) {
      const { answer } = await session.text(get(`/api/file/download${queryText({ path })}`, `read ${path}`), signal)
      return answer
    },
    async trajectory(conversationId, begin, signal) {
      await session.text(
        {
          ...get(
            `/api/file/download-trajectory/${encodeURIComponent(conversationId)}`,
            `download conversation ${shortId(conversationId)}`,
          ),
          silenceMs: EXPORT_SILENCE_MS,
          sink: begin,
        },
        signal,
      )
    },
  }
}
