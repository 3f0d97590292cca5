import { describeTasks } from './describeAction.ts'
import { at, contentImages, contentText, isObject, number, text, type WireObject } from './eventFields.ts'
import { field, fields, images, rest, type Section, textBlock } from './sections.ts'

const COMMON = ['kind', 'content', 'is_error']

/** What a tool answered (contract §9.2). `command`: of the action, to head its output with. */
export function describeObservation(event: WireObject, command: string | null): Section[] {
  const observation = at(event, 'observation')
  if (!isObject(observation)) return []
  const content = at(observation, 'content')
  const output = contentText(content)
  const pictures = images([...contentImages(content), ...screenshots(observation)])
  switch (text(observation, 'kind') ?? '') {
    case 'TerminalObservation':
      return [
        { kind: 'terminal', command: command ?? text(observation, 'command'), output },
        ...fields(
          field('folder', text(observation, 'metadata', 'working_dir')),
          field('host', text(observation, 'metadata', 'hostname')),
          field('full output', text(observation, 'full_output_save_dir')),
        ),
        ...pictures,
      ]
    case 'FileEditorObservation':
    case 'PlanningFileEditorObservation':
    case 'EditObservation':
    case 'WriteFileObservation':
      return [...describeFile(observation, output), ...pictures]
    case 'ApplyPatchObservation':
      return [...textBlock('Output', output), ...describePatch(observation)]
    case 'TaskTrackerObservation':
      return describeTasks(observation)
    default:
      return [
        ...textBlock('Output', output),
        ...pictures,
        ...rest('More of the observation', observation, [...COMMON, 'screenshot_data']),
      ]
  }
}

function describeFile(observation: WireObject, output: string): Section[] {
  const before = text(observation, 'old_content')
  const after = text(observation, 'new_content')
  const path = text(observation, 'path') ?? text(observation, 'file_path')
  if (before === null && after === null) return textBlock('Output', output)
  return [
    ...fields(field('file', path), field('new file', observation.prev_exist === false ? 'yes' : null)),
    { kind: 'diff', title: path ?? 'Change', before: before ?? '', after: after ?? '' },
    ...textBlock('Output', output),
  ]
}

function describePatch(observation: WireObject): Section[] {
  const changes = at(observation, 'commit', 'changes')
  if (!isObject(changes)) return []
  return Object.entries(changes).map(([path, change]) => ({
    kind: 'diff' as const,
    title: `${text(change, 'type') ?? 'change'} ${path}`,
    before: text(change, 'old_content') ?? '',
    after: text(change, 'new_content') ?? '',
  }))
}

function screenshots(observation: WireObject): string[] {
  const screenshot = text(observation, 'screenshot_data')
  if (screenshot === null || screenshot === '') return []
  return [screenshot.startsWith('data:') ? screenshot : `data:image/png;base64,${screenshot}`]
}

/** Exit code of a command, where the observation has one (contract §18.2: `is_error` says nothing about it). */
export function exitCode(event: WireObject | null): number | null {
  return number(event, 'observation', 'exit_code') ?? number(event, 'observation', 'metadata', 'exit_code')
}
