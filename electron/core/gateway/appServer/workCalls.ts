import { HandrailError } from '../../../../shared/domain/index.ts'
import { requireList, requireObject, wrongShape } from '../http/answerShape.ts'
import type { Query } from '../http/query.ts'
import { readFileChange, readFileTexts, readHooks, readSkills } from '../records/work.ts'
import { shortId } from '../shortId.ts'
import type { AppWorkClient } from '../workClient.ts'
import type { AppSession } from './appSession.ts'

/** The server reads all events of the conversation before the first byte (contract §18.5). */
const EXPORT_SILENCE_MS = 120_000

export function workCalls(session: AppSession): AppWorkClient {
  const get = (conversationId: string, path: string, query: Query, purpose: string, signal: AbortSignal) =>
    session.json(
      {
        method: 'GET',
        path: `/api/v1/app-conversations/${encodeURIComponent(conversationId)}/${path}`,
        query,
        purpose: `${purpose} of conversation ${shortId(conversationId)}`,
        isIdempotent: true,
      },
      'person',
      signal,
    )

  return {
    async gitChanges(conversationId, root, ref, signal) {
      const query = { path: root, ref }
      const { call, answer } = await get(conversationId, 'git/changes', query, 'list the changes', signal)
      return requireList(call, answer)
        .map(readFileChange)
        .filter((change) => change !== null)
    },
    async gitDiff(conversationId, file, ref, signal) {
      const query = { path: file, ref }
      const { call, answer } = await get(conversationId, 'git/diff', query, `read the diff of ${file}`, signal)
      return readFileTexts(requireObject(call, answer))
    },
    async file(conversationId, path, signal) {
      const { call, answer } = await get(conversationId, 'file', { file_path: path }, `read ${path}`, signal)
      if (typeof answer !== 'string') throw wrongShape(call, 'an answer that is not a text')
      return answer
    },
    async files(conversationId, path, signal) {
      const { call, answer } = await get(conversationId, 'files', { path }, 'list the files', signal)
      return requireList(call, answer).filter((name) => typeof name === 'string')
    },
    async skills(conversationId, signal) {
      const { call, answer } = await get(conversationId, 'skills', {}, 'list the skills', signal)
      return readSkills(requireObject(call, answer))
    },
    async hooks(conversationId, signal) {
      const { call, answer } = await get(conversationId, 'hooks', {}, 'list the hooks', signal)
      return readHooks(requireObject(call, answer))
    },
    async trajectory(conversationId, begin, signal) {
      try {
        await session.text(
          {
            method: 'GET',
            path: `/api/v1/app-conversations/${encodeURIComponent(conversationId)}/download`,
            purpose: `download conversation ${shortId(conversationId)}`,
            isIdempotent: true,
            silenceMs: EXPORT_SILENCE_MS,
            sink: begin,
          },
          'person',
          signal,
        )
      } catch (error) {
        throw error instanceof HandrailError ? explained(error) : error
      }
    },
  }
}

/** What the statuses of an export mean (contract §10). */
function explained(error: HandrailError): HandrailError {
  const { failure } = error
  const advice =
    failure.status === 413
      ? 'The server exports at most 10,000 events. Handrail itself holds every event that it has loaded.'
      : failure.status === 409
        ? 'Somebody else is exporting it now: try again in a moment.'
        : null
  if (advice === null) return error
  return new HandrailError({ ...failure, advice, isSafeToRetry: failure.status === 409 }, { cause: error })
}
