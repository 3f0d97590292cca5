import { describeAction, reasoningOf } from './describeAction.ts'
import { describeObservation } from './describeObservation.ts'
import { at, contentImages, contentText, list, number, text, type WireObject } from './eventFields.ts'
import { field, fields, images, markdown, rest, type Section, textBlock } from './sections.ts'

const COMMON = ['id', 'kind', 'timestamp', 'source', 'parent_id']

/** What an event says, for a person. Any kind and any shape gives something: what is not known is a tree. */
export function describeEvent(event: WireObject, command: string | null = null): Section[] {
  const kind = text(event, 'kind')
  switch (kind) {
    case 'MessageEvent':
      return describeMessage(event)
    case 'ActionEvent':
      return describeAction(event)
    case 'ObservationEvent':
      return [...describeObservation(event, command), ...extended(event)]
    case 'UserRejectObservation':
      return markdown('Rejected because', text(event, 'rejection_reason') ?? 'No reason was given.')
    case 'AgentErrorEvent':
    case 'ConversationErrorEvent':
    case 'ServerErrorEvent':
      return describeError(event)
    case 'ConversationStateUpdateEvent':
      return [
        ...fields(field('state', text(event, 'key'))),
        { kind: 'tree', title: 'New value', value: at(event, 'value'), isOpen: true },
      ]
    case 'SystemPromptEvent':
      return describeSystemPrompt(event)
    case 'HookExecutionEvent':
      return describeHook(event)
    case 'Condensation':
    case 'CondensationSummaryEvent':
      return [
        ...fields(field('forgets', list(event, 'forgotten_event_ids').length || null)),
        ...markdown('Summary', text(event, 'summary')),
        ...rest('More', event, [...COMMON, 'summary']),
      ]
    default:
      return rest('Fields', event, COMMON).map((section) =>
        section.kind === 'tree' ? { ...section, isOpen: true } : section,
      )
  }
}

function describeMessage(event: WireObject): Section[] {
  const message = at(event, 'llm_message')
  const content = at(message, 'content')
  const skills = list(event, 'activated_skills').filter((skill) => typeof skill === 'string')
  return [
    ...fields(field('role', text(message, 'role')), field('skills', skills.join(', '))),
    ...markdown('Message', contentText(content)),
    ...markdown('Reasoning', reasoningOf(message)),
    ...images(contentImages(content)),
    ...extended(event),
    ...describeCritic(event),
  ]
}

/** Text that the server added to what was said, e.g. of skills. */
function extended(event: WireObject): Section[] {
  return textBlock('Added by the server', contentText(at(event, 'extended_content')))
}

function describeCritic(event: WireObject): Section[] {
  const score = number(event, 'critic_result', 'score')
  return score === null
    ? []
    : fields(field('critic', score.toFixed(2)), field('critic says', text(event, 'critic_result', 'message'), 'prose'))
}

function describeError(event: WireObject): Section[] {
  const classification = at(event, 'classification')
  return [
    ...fields(
      field('code', text(event, 'code'), 'danger'),
      field('class', text(classification, 'kind')),
      field(
        'retryable',
        typeof at(classification, 'retryable') === 'boolean' ? String(at(classification, 'retryable')) : null,
      ),
      field('what helps', text(classification, 'user_action')),
    ),
    ...textBlock('Error', text(event, 'detail') ?? text(event, 'error')),
    ...rest('More', event, [...COMMON, 'detail', 'error', 'code', 'classification']),
  ]
}

function describeSystemPrompt(event: WireObject): Section[] {
  const tools = list(event, 'tools')
  return [
    ...fields(
      field('tools', tools.map((tool) => text(tool, 'title') ?? text(tool, 'kind') ?? '?').join(', '), 'prose'),
    ),
    ...textBlock('System prompt', contentText(at(event, 'system_prompt'))),
    ...textBlock('Dynamic context', contentText(at(event, 'dynamic_context'))),
    ...(tools.length > 0 ? [{ kind: 'tree' as const, title: 'Tool definitions', value: tools, isOpen: false }] : []),
  ]
}

function describeHook(event: WireObject): Section[] {
  const output = [text(event, 'stdout'), text(event, 'stderr')].filter((part) => part !== null && part !== '')
  return [
    ...fields(
      field('hook', text(event, 'hook_event_type')),
      field('exit', number(event, 'exit_code'), number(event, 'exit_code') === 0 ? undefined : 'danger'),
      field('blocked', event.blocked === true ? 'yes' : null, 'danger'),
      field('reason', text(event, 'reason'), 'prose'),
      field('tool', text(event, 'tool_name')),
      field('error', text(event, 'error'), 'danger'),
    ),
    { kind: 'terminal', command: text(event, 'hook_command'), output: output.join('\n') },
    ...textBlock('Given to the agent', text(event, 'additional_context')),
  ]
}
