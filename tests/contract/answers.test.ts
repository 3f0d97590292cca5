import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  appConversationBatchSchema,
  appConversationPageSchema,
  appConversationSchema,
  conversationInfoSchema,
  eventPageSchema,
  gitChangesSchema,
  gitDiffSchema,
  hooksSchema,
  messageQueuedSchema,
  messageSentSchema,
  readLenient,
  readStrict,
  sandboxBatchSchema,
  sandboxPageSchema,
  sandboxSchema,
  sandboxSpecPageSchema,
  serverInfoSchema,
  settingsSchema,
  skillsSchema,
  startTaskBatchSchema,
  startTaskPageSchema,
  startTaskSchema,
  successSchema,
  userSchema,
  wireEventSchema,
} from '../../shared/contract/index.ts'
import { recordedAnswers, sampleAnswers } from './samples.ts'

type Route = [method: string, path: RegExp, schema: z.ZodType]
const COMMANDS = 'run|pause|interrupt|events|events/respond_to_confirmation|confirmation_policy|condense|goal|goal/stop'
const APP: Route[] = [
  ['GET', /\/app-conversations\/search$/, appConversationPageSchema],
  ['GET', /\/app-conversations$/, appConversationBatchSchema],
  ['POST', /\/app-conversations$/, startTaskSchema],
  ['PATCH', /\/app-conversations\/[^/]+$/, appConversationSchema],
  ['DELETE', /\/app-conversations\/[^/]+$/, successSchema],
  ['POST', /\/send-message$/, messageSentSchema],
  ['POST', /\/pending-messages$/, messageQueuedSchema],
  ['GET', /\/start-tasks$/, startTaskBatchSchema],
  ['GET', /\/start-tasks\/search$/, startTaskPageSchema],
  ['GET', /\/sandboxes\/search$/, sandboxPageSchema],
  ['GET', /\/sandbox-specs\/search$/, sandboxSpecPageSchema],
  ['GET', /\/settings$/, settingsSchema],
  ['GET', /\/users\/me$/, userSchema],
  ['GET', /\/events\/search$/, eventPageSchema],
  ['GET', /\/server_info$/, serverInfoSchema],
  ['GET', /\/git\/changes$/, gitChangesSchema],
  ['GET', /\/skills$/, skillsSchema],
  ['GET', /\/hooks$/, hooksSchema],
]
const AGENT: Route[] = [
  ['GET', /^\/api\/conversations\/[^/]+$/, conversationInfoSchema],
  ['POST', /^\/api\/conversations$/, conversationInfoSchema],
  ['PATCH', /^\/api\/conversations\/[^/]+$/, successSchema],
  ['DELETE', /^\/api\/conversations\/[^/]+$/, successSchema],
  ['POST', new RegExp(`^/api/conversations/[^/]+/(${COMMANDS})$`), successSchema],
  ['GET', /\/events\/search$/, eventPageSchema],
  ['GET', /\/events\/[0-9a-f-]{32,}$/, wireEventSchema],
  ['GET', /^\/api\/git\/changes$/, gitChangesSchema],
  ['GET', /^\/api\/git\/diff$/, gitDiffSchema],
]

test('every answer of real servers conforms where the console reads it, and nothing of it is lost', () => {
  const read = new Set<Route>()
  for (const { at, server, method, route, status, response } of recordedAnswers()) {
    if (status >= 300) continue
    const known = (server === 'app' ? APP : AGENT).find(([verb, path]) => verb === method && path.test(route))
    if (known === undefined) continue
    read.add(known)
    const before = structuredClone(response)
    const reading = readLenient(known[2], response)
    expect(reading.deviations, at).toEqual([])
    expect(reading.usable, at).toStrictEqual(before)
  }
  expect([...APP, ...AGENT].filter((route) => !read.has(route))).toEqual([])
})

const PUBLISHED: [heading: string, schema: z.ZodType][] = [
  ['GET /api/v1/app-conversations/search', appConversationPageSchema],
  ['GET /api/v1/app-conversations?ids=..&ids=unknown', appConversationBatchSchema],
  ['GET /api/v1/app-conversations (sandbox missing)', appConversationBatchSchema],
  ['POST /api/v1/app-conversations', startTaskSchema],
  ['GET /api/v1/app-conversations/start-tasks?ids= (one per status)', startTaskBatchSchema],
  ['GET /api/v1/app-conversations/start-tasks?ids=unknown', startTaskBatchSchema],
  ['POST .../send-message', messageSentSchema],
  ['PATCH /api/v1/app-conversations/{id}', appConversationSchema],
  ['DELETE /api/v1/app-conversations/{id}', successSchema],
  ['POST /api/v1/conversations/{id|task-<hex>}/pending-messages', messageQueuedSchema],
  ['POST /api/v1/sandboxes', sandboxSchema],
  ['GET /api/v1/sandboxes/search', sandboxPageSchema],
  ['GET /api/v1/sandboxes?id=a&id=unknown', sandboxBatchSchema],
  ['POST /api/v1/sandboxes/{id}/pause|resume', successSchema],
  ['agent GET {conversation_url} (trimmed to the fields a console reads)', conversationInfoSchema],
  ['agent PATCH {conversation_url}', successSchema],
  ['agent PATCH {conversation_url} (conversation unknown to the server)', successSchema],
]

describe('published answers', () => {
  test.each(PUBLISHED)('%s is read strictly, unchanged', (heading, schema) => {
    for (const { body } of sampleAnswers(heading)) {
      expect(readStrict(schema, body)).toStrictEqual({ ok: true, value: body })
    }
  })
})

describe('records', () => {
  const task = startTaskSchema.parse(sampleAnswers('POST /api/v1/app-conversations')[0]?.body)
  const sandbox = sandboxSchema.parse(sampleAnswers('POST /api/v1/sandboxes')[0]?.body)

  test.each(['id', 'status'])('a start task without %s is refused', (field) => {
    expect(readStrict(startTaskSchema, { ...task, [field]: undefined })).toMatchObject({
      deviations: [{ path: field, problem: 'missing' }],
    })
  })

  test.each([
    [{ ...task, status: 'NAPPING' }, startTaskSchema, 'bad value'],
    [{ ...sandbox, status: 'NAPPING' }, sandboxSchema, 'bad value'],
    [{ ...sandbox, status: 5 }, sandboxSchema, 'wrong type'],
  ])('a wrong status is named', (record, schema, problem) => {
    expect(readStrict(schema, record)).toMatchObject({ deviations: [{ path: 'status', problem }] })
  })

  test('a record of February 2026 that lacks newer fields conforms', () => {
    expect(readStrict(appConversationSchema, { id: 'a', sandbox_id: 'b', execution_status: 'PAUSED' }).ok).toBe(true)
  })
})
