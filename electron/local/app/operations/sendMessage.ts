import { MOST_RUNS } from '../../agent/operations/runLimit.ts'
import { contentOf } from '../../agent/sockets/clientFrame.ts'
import { contentBlock } from '../../http/contentBlock.ts'
import { listOf } from '../../http/fields.ts'
import { pathHex } from '../../http/pathHex.ts'
import { invalid, missing, refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { dashed } from '../../ids.ts'
import { isObject } from '../../json.ts'
import type { World } from '../../world/world.ts'

const blocks = listOf(contentBlock)

/** A follow-up message, handed on to the agent server; `run` defaults to true. Statuses as in contract §10. */
export const sendMessage: Route<World> = {
  method: 'POST',
  path: '/api/v1/app-conversations/:id/send-message',
  async handle(request) {
    const { server } = request
    const hex = pathHex(request)
    const body = await request.body()
    if (body === undefined) throw missing(['body'])
    if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
    const { role = 'user', run = true } = body
    if (role !== 'user') {
      throw invalid('literal_error', ['body', 'role'], "Input should be 'user'", role, { expected: "'user'" })
    }
    if (typeof run !== 'boolean') throw invalid('bool_type', ['body', 'run'], 'Input should be a valid boolean', run)
    const content = body.content
    if (content === undefined) throw missing(['body', 'content'], body)
    if (!Array.isArray(content) || content.length === 0) {
      const ctx = { field_type: 'List', min_length: 1, actual_length: 0 }
      const msg = 'List should have at least 1 item after validation, not 0'
      throw invalid('too_short', ['body', 'content'], msg, content, ctx)
    }
    blocks(content, ['body', 'content'])
    const conversation = server.conversations.get(hex)
    if (conversation === undefined) throw refuse(404, `Conversation ${dashed(hex)} not found`)
    const sandbox = server.sandboxOf(conversation)
    if (sandbox === undefined || sandbox.status === 'MISSING') {
      throw refuse(410, 'Conversation is archived. The sandbox no longer exists.')
    }
    if (sandbox.status === 'ERROR') throw refuse(503, 'Sandbox is in an error state and cannot accept messages.')
    if (sandbox.status !== 'RUNNING') {
      const way = `Use POST /api/v1/sandboxes/${sandbox.id}/resume to resume it first.`
      throw refuse(409, `Sandbox is ${sandbox.status}. ${way}`)
    }
    // The agent server keeps the message and refuses the run (contract §18.1); only that it refused comes through.
    const isFull = run && server.agents.countRunning(server.inside(sandbox.id)) >= MOST_RUNS
    server.agents.message(conversation, contentOf(content), run && !isFull)
    if (isFull) throw refuse(502, 'Agent server error: 429')
    return json({ success: true, sandbox_status: 'RUNNING', message: null })
  },
}
