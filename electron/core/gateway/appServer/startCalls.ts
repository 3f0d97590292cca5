import { startRequestSchema } from '../../../../shared/contract/index.ts'
import type { StartTask } from '../../../../shared/domain/index.ts'
import { requireList, wrongShape } from '../http/answerShape.ts'
import { pageOf } from '../pages.ts'
import { hexId } from '../records/ids.ts'
import { readStartTask } from '../records/startTask.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'
import { startBody } from './startBody.ts'

export function startCalls(session: AppSession): Pick<AppServerClient, 'start' | 'startTasks' | 'recentStartTasks'> {
  return {
    async start(request, signal) {
      const purpose = 'start a conversation'
      const body = checked(startRequestSchema, startBody(request), purpose)
      for (const value of Object.values(request.secrets)) session.redactor.hold(value)
      const { call, answer } = await session.json(
        {
          method: 'POST',
          path: '/api/v1/app-conversations',
          body,
          purpose,
          isIdempotent: false,
          silenceMs: 120_000,
        },
        'person',
        signal,
      )
      const task = readStartTask(session.connectionId, answer)
      if (task === null) throw wrongShape(call, 'an answer that is not a start task')
      return task
    },

    async startTasks(ids, signal) {
      if (ids.length === 0) return []
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: '/api/v1/app-conversations/start-tasks',
          query: { ids },
          purpose: ids.length === 1 ? `read start task ${shortId(ids[0] ?? '')}` : `read ${ids.length} start tasks`,
          isIdempotent: true,
        },
        'person',
        signal,
      )
      const tasks = requireList(call, answer).map((task) => readStartTask(session.connectionId, task))
      const byId = new Map<string, StartTask>()
      for (const task of tasks) if (task !== null) byId.set(hexId(task.id), task)
      return ids.map((id) => byId.get(hexId(id)) ?? null)
    },

    async recentStartTasks(limit, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: '/api/v1/app-conversations/start-tasks/search',
          query: { limit: String(limit), sort_order: 'CREATED_AT_DESC' },
          purpose: 'list the newest starts',
          isIdempotent: true,
        },
        'refresh',
        signal,
      )
      return pageOf(call, answer, (task) => readStartTask(session.connectionId, task)).items
    },
  }
}
