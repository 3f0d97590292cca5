import { invalid, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type Json } from '../../json.ts'
import { startProblem } from '../../world/startRules.ts'
import { beginStart } from '../../world/startTask.ts'
import type { World } from '../../world/world.ts'
import { taskRecord } from '../records.ts'
import { startFields } from '../startFields.ts'

/** Answers at once with a WORKING task. */
export const startConversation: Route<World> = {
  method: 'POST',
  path: '/api/v1/app-conversations',
  async handle(request) {
    const body = await request.body()
    if (body === undefined) throw missing(['body'])
    if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
    const start = startFields(body)
    const problem = startProblem(start)
    start.secrets = masked(start.secrets ?? null)
    return json(taskRecord(beginStart(request.server, start, problem)))
  },
}

/** Secret values never come back. */
function masked(value: Json): Json {
  return isObject(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, '**********'])) : null
}
