import { z } from 'zod'
import { pageOf } from '../pages.ts'
import { llmCompletionLogEventSchema, streamingDeltaEventSchema, tokenEventSchema } from './model.ts'
import {
  condensationRequestSchema,
  condensationSchema,
  condensationSummaryEventSchema,
  conversationErrorEventSchema,
  hookExecutionEventSchema,
  interruptEventSchema,
  pauseEventSchema,
  securityAnalysisEventSchema,
  serverErrorEventSchema,
  stateUpdateEventSchema,
} from './running.ts'
import {
  acpToolCallEventSchema,
  actionEventSchema,
  agentErrorEventSchema,
  messageEventSchema,
  observationEventSchema,
  systemPromptEventSchema,
  userRejectObservationSchema,
} from './turns.ts'

/** An event of a known kind. For any event at all read `eventEnvelopeSchema`. */
export const wireEventSchema = z.discriminatedUnion('kind', [
  serverErrorEventSchema,
  acpToolCallEventSchema,
  condensationSchema,
  condensationRequestSchema,
  condensationSummaryEventSchema,
  conversationErrorEventSchema,
  stateUpdateEventSchema,
  hookExecutionEventSchema,
  llmCompletionLogEventSchema,
  actionEventSchema,
  messageEventSchema,
  agentErrorEventSchema,
  observationEventSchema,
  userRejectObservationSchema,
  systemPromptEventSchema,
  streamingDeltaEventSchema,
  tokenEventSchema,
  interruptEventSchema,
  pauseEventSchema,
  securityAnalysisEventSchema,
])
export type WireEvent = z.infer<typeof wireEventSchema>

/** The event of one kind: `WireEventOf<'ActionEvent'>`. */
export type WireEventOf<K extends WireEvent['kind']> = Extract<WireEvent, { kind: K }>

/** App server: sorted by time. Agent server: log order (contract §18.2). */
export const eventPageSchema = pageOf(wireEventSchema)
export type EventPage = z.infer<typeof eventPageSchema>
