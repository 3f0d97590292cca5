import type { FilterField } from './filter.ts'

/** The terms of the language: what each asks, and how it is written. In the order in which they are offered. */
export const FIELDS: Readonly<Record<FilterField, { about: string; example: string }>> = {
  kind: { about: 'the kind of event', example: 'kind:MessageEvent' },
  tool: { about: 'the tool that was used', example: 'tool:terminal,file_editor' },
  is: { about: 'what the event is', example: 'is:error' },
  text: { about: 'words of the event; begin* for a beginning', example: 'text:"login test"' },
  path: { about: 'part of the path of a file', example: 'path:src/' },
  lane: { about: 'who acted', example: 'lane:agent' },
  source: { about: 'who sent the event', example: 'source:environment' },
  risk: { about: 'the risk of an action', example: 'risk:>=medium' },
  after: { about: 'at this time or later', example: 'after:-2h' },
  before: { about: 'earlier than this time', example: 'before:2026-08-24T09:30' },
  duration: { about: 'how long an action took', example: 'duration:>5s' },
  cost: { about: 'what the model call cost, in dollars', example: 'cost:>0.05' },
  tag: { about: 'a tag of the conversation', example: 'tag:team=web' },
}

export const FIELD_NAMES = Object.keys(FIELDS) as readonly FilterField[]

export function isField(name: string): name is FilterField {
  return Object.hasOwn(FIELDS, name)
}
