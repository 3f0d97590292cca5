import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { AgentServerClient } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf, withAgent } from './base.ts'
import { searchArchiveFor } from './heldValues.ts'
import { makeFork } from './makeFork.ts'

export function agentProcedures(base: Base, rooms: Rooms) {
  const { engine } = rooms
  const { agent } = base
  /** Runs a call on the agent server of a conversation. */
  const on = async <T>(
    ref: ConversationRef,
    signal: AbortSignal | undefined,
    call: (server: AgentServerClient, id: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const held = signalOf(signal)
    return withAgent(rooms, ref, (server) => call(server, ref.conversationId, held), held)
  }

  return {
    server: agent.server.handler(({ input, signal }) =>
      on(input, signal, (server, _id, held) => server.serverInfo(held)),
    ),
    start: agent.start.handler(async ({ input, signal }) => {
      const connection = rooms.connections.get(input.connectionId)
      if (connection.kind !== 'agent') throw startsByTask()
      const { connectionId, conversationId } = await rooms.gateway.bareAgent(connection).start(input, signalOf(signal))
      if (input.modelKey !== null) searchArchiveFor(rooms, [input.modelKey])
      engine.fleet.expire(connectionId)
      return { connectionId, conversationId }
    }),
    settings: agent.settings.handler(({ input, signal }) =>
      on(input, signal, (server, id, held) => server.settings(id, held)),
    ),
    setPolicy: agent.setPolicy.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.setPolicy(id, input.policy, held))
      return { note: 'Set; it holds from the next action on.' }
    }),
    setAnalyzer: agent.setAnalyzer.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.setAnalyzer(id, input.analyzer, held))
      return { note: 'Set; it judges from the next action on.' }
    }),
    addSecrets: agent.addSecrets.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.addSecrets(id, input.secrets, held))
      const names = Object.keys(input.secrets).join(', ')
      return { note: `${names}: given to the agent’s commands. The values are shown nowhere.` }
    }),
    fork: agent.fork.handler(async ({ input, signal }) => {
      const { connectionId, conversationId } = await makeFork(rooms, input, input.wish, signalOf(signal))
      engine.fleet.expire(connectionId)
      engine.fleet.refresh(connectionId, signalOf(undefined)).catch(() => undefined)
      return { connectionId, conversationId }
    }),
    navigate: agent.navigate.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.navigate(id, input.eventId, held))
      return { note: 'Gone back; the next message goes on from there. Nothing was deleted.' }
    }),
    condense: agent.condense.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.condense(id, held))
      return { note: 'Condensed; the summary is in the timeline.' }
    }),
    ask: agent.ask.handler(async ({ input, signal }) => ({
      answer: await on(input, signal, (server, id, held) => server.ask(id, input.question, held)),
    })),
    startGoal: agent.startGoal.handler(async ({ input, signal }) => {
      const { objective, maxIterations } = input
      await on(input, signal, (server, id, held) => server.startGoal(id, objective, maxIterations, held))
      return { note: 'The agent works at the goal.' }
    }),
    stopGoal: agent.stopGoal.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.stopGoal(id, held))
      return { note: 'The goal is stopped; a run that is under way goes on to its end.' }
    }),
    resumeGoal: agent.resumeGoal.handler(async ({ input, signal }) => {
      await on(input, signal, (server, id, held) => server.resumeGoal(id, held))
      return { note: 'The agent works at the goal again.' }
    }),
    finalResponse: agent.finalResponse.handler(async ({ input, signal }) => ({
      text: await on(input, signal, (server, id, held) => server.finalResponse(id, held)),
    })),
  }
}

function startsByTask(): HandrailError {
  return new HandrailError({
    code: 'unsupported',
    message: 'An app server makes the sandbox of a conversation itself.',
    advice: 'Start it there without saying what its agent is.',
  })
}
