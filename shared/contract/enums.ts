/**
 * The closed sets of the wire. Reading stays open: a value outside its set is kept, shown as it is, and reported as
 * a deviation, because servers are newer than any list (contract §16.3, §16.12).
 */

/** The 19 kinds of contract §8, and SecurityAnalysisEvent of agent server 1.58.0 (contract §18.2). */
export const EVENT_KINDS = [
  'ServerErrorEvent',
  'ACPToolCallEvent',
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'ConversationErrorEvent',
  'ConversationStateUpdateEvent',
  'HookExecutionEvent',
  'LLMCompletionLogEvent',
  'ActionEvent',
  'MessageEvent',
  'AgentErrorEvent',
  'ObservationEvent',
  'UserRejectObservation',
  'SystemPromptEvent',
  'StreamingDeltaEvent',
  'TokenEvent',
  'InterruptEvent',
  'PauseEvent',
  'SecurityAnalysisEvent',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const EVENT_SOURCES = ['agent', 'user', 'environment', 'hook'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

/** Lower case on the wire, upper case in documents: compare with `knownValue` (contract §16.3). */
export const EXECUTION_STATUSES = [
  'idle',
  'running',
  'paused',
  'waiting_for_confirmation',
  'finished',
  'error',
  'stuck',
  'deleting',
] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

export const SANDBOX_STATUSES = ['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING'] as const
export type SandboxStatus = (typeof SANDBOX_STATUSES)[number]

/** In usual order; steps may be skipped. READY and ERROR are the ends (contract §3). */
export const START_TASK_STATUSES = [
  'WORKING',
  'WAITING_FOR_SANDBOX',
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
  'SETTING_UP_SKILLS',
  'STARTING_CONVERSATION',
  'READY',
  'ERROR',
] as const
export type StartTaskStatus = (typeof START_TASK_STATUSES)[number]

/** Never send another value: the server stores it and then locks the account (contract §18.4). */
export const GROUPING_STRATEGIES = [
  'NO_GROUPING',
  'GROUP_BY_NEWEST',
  'LEAST_RECENTLY_USED',
  'FEWEST_CONVERSATIONS',
  'ADD_TO_ANY',
] as const
export type GroupingStrategy = (typeof GROUPING_STRATEGIES)[number]

/** The words of the settings page (contract §7). */
export const GROUPING_LABELS: Readonly<Record<GroupingStrategy, string>> = {
  NO_GROUPING: 'No grouping',
  GROUP_BY_NEWEST: 'Group by newest',
  LEAST_RECENTLY_USED: 'Least recently used',
  FEWEST_CONVERSATIONS: 'Fewest conversations',
  ADD_TO_ANY: 'Add to any',
}

export const SECURITY_RISKS = ['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH'] as const
export type SecurityRisk = (typeof SECURITY_RISKS)[number]

export const GIT_PROVIDERS = [
  'github',
  'gitlab',
  'bitbucket',
  'bitbucket_data_center',
  'forgejo',
  'azure_devops',
  'enterprise_sso',
] as const
export type GitProvider = (typeof GIT_PROVIDERS)[number]

export const CONVERSATION_TRIGGERS = [
  'resolver',
  'gui',
  'suggested_task',
  'openhands_api',
  'slack',
  'microagent_management',
  'jira',
  'jira_dc',
  'linear',
  'bitbucket',
  'automation',
] as const
export type ConversationTrigger = (typeof CONVERSATION_TRIGGERS)[number]

export const HOOK_EVENT_TYPES = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
] as const
export type HookEventType = (typeof HOOK_EVENT_TYPES)[number]

/** Gives the member of `values` that `text` names in any letter case, or null for a value of another server. */
export function knownValue<const V extends string>(values: readonly V[], text: string): V | null {
  const folded = text.toLowerCase()
  return values.find((value) => value.toLowerCase() === folded) ?? null
}
