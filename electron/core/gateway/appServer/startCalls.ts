import { startRequestSchema } from '../../../../shared/contract/index.ts'
import type { StartRequest, StartTask } from '../../../../shared/domain/index.ts'
import { requireList, wrongShape } from '../http/answerShape.ts'
import { hexId } from '../records/ids.ts'
import { readStartTask } from '../records/startTask.ts'
import { checked } from '../sending.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'

export function startCalls(session: AppSession): Pick<AppServerClient, 'start' | 'startTasks'> {
  return {
    async start(request, signal) {
      const purpose = 'start a conversation'
      const { call, answer } = await session.json(
        {
          method: 'POST',
          path: '/api/v1/app-conversations',
          body: checked(startRequestSchema, startBody(request), purpose),
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
          purpose: 'read how far the start of a conversation is',
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
  }
}

/** What the person left open is left out: the server then chooses. */
function startBody({ text, run, title, repository, branch, sandboxId }: StartRequest) {
  return {
    ...(text === ''
      ? {}
      : { initial_message: { role: 'user' as const, content: [{ type: 'text' as const, text }], run } }),
    ...(title === null ? {} : { title }),
    ...(repository === null ? {} : { selected_repository: repository }),
    ...(branch === null ? {} : { selected_branch: branch }),
    ...(sandboxId === null ? {} : { sandbox_id: sandboxId }),
  }
}
