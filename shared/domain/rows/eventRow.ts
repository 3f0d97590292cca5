import { textAt, type WireObject } from '../wireValue.ts'
import { actionRow } from './actionRow.ts'
import { messageRow, systemPromptRow } from './messageRow.ts'
import { agentErrorRow, observationRow, rejectionRow } from './observationRow.ts'
import { acpRow, completionLogRow, errorRow, hookRow, tokenRow, unknownRow } from './otherRows.ts'
import { type RowFacts, rowFacts } from './rowFacts.ts'
import { condensationRow, condensationSummaryRow, securityAnalysisRow, stateRow } from './stateRow.ts'

/** Derives the row of one wire event from the event alone. Never throws; unknown kinds get a generic row. */
export function rowOfEvent(event: WireObject): RowFacts {
  switch (textAt(event, 'kind')) {
    case 'MessageEvent':
      return messageRow(event)
    case 'SystemPromptEvent':
      return systemPromptRow(event)
    case 'ActionEvent':
      return actionRow(event)
    case 'ObservationEvent':
      return observationRow(event)
    case 'UserRejectObservation':
      return rejectionRow(event)
    case 'AgentErrorEvent':
      return agentErrorRow(event)
    case 'ACPToolCallEvent':
      return acpRow(event)
    case 'ConversationStateUpdateEvent':
      return stateRow(event)
    case 'SecurityAnalysisEvent':
      return securityAnalysisRow(event)
    case 'HookExecutionEvent':
      return hookRow(event)
    case 'Condensation':
      return condensationRow(event)
    case 'CondensationRequest':
      return rowFacts('memory', 'condensation', 'requested')
    case 'CondensationSummaryEvent':
      return condensationSummaryRow(event)
    case 'ConversationErrorEvent':
    case 'ServerErrorEvent':
      return errorRow(event)
    case 'PauseEvent':
      return rowFacts('user', 'pause', 'paused after the running step')
    case 'InterruptEvent':
      return rowFacts('user', 'interrupt', 'interrupted the running step')
    case 'TokenEvent':
      return tokenRow(event)
    case 'LLMCompletionLogEvent':
      return completionLogRow(event)
    case 'StreamingDeltaEvent':
      return rowFacts('agent', 'delta', 'streamed text')
    default:
      return unknownRow(event)
  }
}
