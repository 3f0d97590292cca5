export { AGENT_ACTIONS } from './actions.ts'
export { AgentSection } from './agentSection.tsx'
export { EventActions } from './eventActions.tsx'
export { useAgentServer } from './useAgentServer.ts'
