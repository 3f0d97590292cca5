import { implement } from '@orpc/server'
import {
  AGENT_FEATURES,
  type AgentServer,
  type AgentSettings,
  type AgentStart,
  type Conversation,
  type ConversationRef,
  type ForkWish,
  type Goal,
} from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'

/** What the agent servers of the fake host are and say, all conversations alike. */
export interface FakeAgentState {
  server: AgentServer
  settings: AgentSettings
  answer: string
  finalResponse: string | null
}

export function fakeAgentState(): FakeAgentState {
  return {
    server: {
      title: 'OpenHands Agent Server',
      version: '1.58.0',
      features: [...AGENT_FEATURES],
      uptimeSeconds: 5_400,
      idleSeconds: 12,
    },
    settings: {
      policy: { kind: 'ConfirmRisky', threshold: 'MEDIUM', confirmUnknown: false },
      analyzer: 'LLMSecurityAnalyzer',
      leafEventId: null,
      forkedFrom: null,
      secretNames: [],
      maxIterations: 500,
    },
    answer: 'I changed three files and their tests pass.',
    finalResponse: 'All specs pass; the pull request is open.',
  }
}

/** What the fake agent servers do to the rest of the fake host. */
export interface FakeAgentHost {
  fork(ref: ConversationRef, wish: ForkWish): Conversation
  start(request: AgentStart): ConversationRef
  setGoal(ref: ConversationRef, goal: Goal): void
  goal(ref: ConversationRef): Goal | null
}

export function fakeAgentProcedures(state: FakeAgentState, host: FakeAgentHost) {
  const { agent } = implement(contract)
  const noted = (note: string) => ({ note })
  return {
    server: agent.server.handler(() => state.server),
    start: agent.start.handler(({ input }) => {
      const { connectionId, conversationId } = host.start(input)
      return { connectionId, conversationId }
    }),
    settings: agent.settings.handler(() => state.settings),
    setPolicy: agent.setPolicy.handler(({ input: { policy } }) => {
      const risky = policy.kind === 'ConfirmRisky' ? policy : { threshold: null, confirmUnknown: null }
      const { threshold, confirmUnknown } = risky
      state.settings = { ...state.settings, policy: { kind: policy.kind, threshold, confirmUnknown } }
      return noted('Set; it holds from the next action on.')
    }),
    setAnalyzer: agent.setAnalyzer.handler(({ input: { analyzer } }) => {
      state.settings = { ...state.settings, analyzer }
      return noted('Set; it judges from the next action on.')
    }),
    addSecrets: agent.addSecrets.handler(({ input: { secrets } }) => {
      state.settings = { ...state.settings, secretNames: [...state.settings.secretNames, ...Object.keys(secrets)] }
      return noted('Given to the agent.')
    }),
    fork: agent.fork.handler(({ input }) => {
      const { connectionId, conversationId } = host.fork(input, input.wish)
      return { connectionId, conversationId }
    }),
    navigate: agent.navigate.handler(({ input }) => {
      state.settings = { ...state.settings, leafEventId: input.eventId }
      return noted('Gone back; the next message goes on from there. Nothing was deleted.')
    }),
    condense: agent.condense.handler(() => noted('Condensed; the summary is in the timeline.')),
    ask: agent.ask.handler(() => ({ answer: state.answer })),
    startGoal: agent.startGoal.handler(({ input }) => {
      const { objective, maxIterations } = input
      host.setGoal(input, { isActive: true, status: 'running', iteration: 0, maxIterations, objective, verdict: null })
      return noted('The agent works at the goal.')
    }),
    stopGoal: agent.stopGoal.handler(({ input }) => {
      const goal = host.goal(input)
      if (goal !== null) host.setGoal(input, { ...goal, isActive: false, status: 'interrupted' })
      return noted('The goal is stopped; a run that is under way goes on to its end.')
    }),
    resumeGoal: agent.resumeGoal.handler(({ input }) => {
      const goal = host.goal(input)
      if (goal !== null) host.setGoal(input, { ...goal, isActive: true, status: 'running', iteration: 0 })
      return noted('The agent works at the goal again.')
    }),
    finalResponse: agent.finalResponse.handler(() => ({ text: state.finalResponse })),
  }
}
