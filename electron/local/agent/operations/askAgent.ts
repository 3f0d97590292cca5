import { pauseFor } from '../../clock.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { answer } from '../../scripted/answer.ts'
import type { AgentServer } from '../server.ts'
import { bodyOf, textIn } from './bodyOf.ts'

/** About what a model takes for a short answer. */
const THINKING_MS = 1200
const NEVER = new AbortController().signal

/** Answers a question about the conversation; neither its log nor its state changes. */
export const askAgent: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/ask_agent',
  async handle(request) {
    const { server } = request
    const question = textIn(await bodyOf(request), 'question')
    const conversation = server.conversation(hexOf(request.param('id')) ?? '')
    if (conversation === undefined) {
      if (server.env.dialect === '1.34') throw new Error('500: Internal Server Error')
      throw refuse(404, 'Conversation not found')
    }
    await pauseFor(server.env.clock, THINKING_MS / server.env.speed, NEVER)
    return json({ response: answer(conversation, question) })
  },
}
