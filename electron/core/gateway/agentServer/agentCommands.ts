import type {
  AgentServer,
  AgentSettings,
  AgentStart,
  AnalyzerChoice,
  Conversation,
  ForkWish,
  PolicyChoice,
} from '../../../../shared/domain/index.ts'

/** What can be told to the agent server of a conversation, beside running it. All throw `unsupported` where it is too old. */
export interface AgentCommands {
  /** What the server is and can; what is known to be missing is left out. */
  serverInfo(signal: AbortSignal): Promise<AgentServer>
  /** In the server's own sandbox. Asking again for the same id gives what the first try started. */
  start(request: AgentStart, signal: AbortSignal): Promise<Conversation>
  settings(conversationId: string, signal: AbortSignal): Promise<AgentSettings>
  setPolicy(conversationId: string, policy: PolicyChoice, signal: AbortSignal): Promise<void>
  setAnalyzer(conversationId: string, analyzer: AnalyzerChoice, signal: AbortSignal): Promise<void>
  /** Values are held by the redactor before they go, and shown nowhere. */
  addSecrets(conversationId: string, secrets: Record<string, string>, signal: AbortSignal): Promise<void>
  /** Asking again for the same id gives the fork that the first try made. */
  fork(conversationId: string, wish: ForkWish, signal: AbortSignal): Promise<Conversation>
  /** Null goes to before the first event. */
  navigate(conversationId: string, eventId: string | null, signal: AbortSignal): Promise<void>
  condense(conversationId: string, signal: AbortSignal): Promise<void>
  /** Does not touch the conversation's state (contract §11). */
  ask(conversationId: string, question: string, signal: AbortSignal): Promise<string>
  startGoal(conversationId: string, objective: string, maxIterations: number, signal: AbortSignal): Promise<void>
  /** Ends the loop; a run that is under way goes on. */
  stopGoal(conversationId: string, signal: AbortSignal): Promise<void>
  resumeGoal(conversationId: string, signal: AbortSignal): Promise<void>
  /** Null while there is none. */
  finalResponse(conversationId: string, signal: AbortSignal): Promise<string | null>
}
