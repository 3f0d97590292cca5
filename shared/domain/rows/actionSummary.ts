import { isWireObject, listAt, numberAt, objectAt, textAt, type WireObject } from '../wireValue.ts'
import { counted, dotted, firstLine, oneLine, shortJson, shortPath } from './line.ts'

export interface WrittenAction {
  text: string
  isCode: boolean
}

type Writer = (action: WireObject) => string

const text = (action: WireObject, key: string) => textAt(action, key) ?? ''
const path = (action: WireObject, key: string) => shortPath(text(action, key))

/** Read as prose. */
const PROSE: Record<string, Writer> = {
  ThinkAction: (action) => text(action, 'thought'),
  FinishAction: (action) => text(action, 'message'),
  InvokeSkillAction: (action) => text(action, 'name'),
  SwitchLLMAction: (action) => dotted(text(action, 'profile_name'), text(action, 'reason')),
  ClassifyAndSwitchLLMAction: (action) =>
    dotted(text(action, 'profile_name'), text(action, 'reason'), text(action, 'classification')),
  VisionInspectAction: (action) => dotted(`image ${numberAt(action, 'image_index') ?? '?'}`, text(action, 'question')),
  TaskTrackerAction: (action) => taskSummary(action),
  TaskAction: (action) => dotted(text(action, 'subagent_type'), text(action, 'description') || text(action, 'prompt')),
  DelegateAction: (action) => delegateSummary(action),
  StartChildConversationAction: (action) => text(action, 'title') || text(action, 'prompt') || text(action, 'message'),
  WorkflowAction: (action) => dotted(text(action, 'name'), counted(lines(text(action, 'script')), 'line')),
  ConsultTomAction: (action) => text(action, 'custom_query') || text(action, 'reason'),
  AskOracleAction: (action) => text(action, 'question') || text(action, 'query') || text(action, 'prompt'),
  SleeptimeComputeAction: () => 'index past sessions',
}

/** Read as code: commands, paths, patterns, addresses. */
const CODE: Record<string, Writer> = {
  TerminalAction: (action) => terminalSummary(action),
  FileEditorAction: (action) => editorSummary(action),
  PlanningFileEditorAction: (action) => editorSummary(action),
  EditAction: (action) =>
    `edit ${path(action, 'file_path')} ${lineChange(text(action, 'old_string'), text(action, 'new_string'))}`,
  ReadFileAction: (action) =>
    `read ${path(action, 'file_path')}${range(numberAt(action, 'offset'), numberAt(action, 'limit'))}`,
  WriteFileAction: (action) =>
    `write ${path(action, 'file_path')} (${counted(lines(text(action, 'content')), 'line')})`,
  ListDirectoryAction: (action) => `list ${path(action, 'dir_path') || '.'}${action.recursive === true ? ' -r' : ''}`,
  GlobAction: (action) => within(text(action, 'pattern'), path(action, 'path')),
  GrepAction: (action) => within(text(action, 'pattern'), path(action, 'path'), text(action, 'include')),
  ApplyPatchAction: (action) => patchSummary(text(action, 'patch')),
  MCPToolAction: (action) => shortJson(objectAt(action, 'data') ?? {}),
  BrowserNavigateAction: (action) => text(action, 'url'),
  BrowserClickAction: (action) => `click [${numberAt(action, 'index') ?? '?'}]`,
  BrowserTypeAction: (action) => `type [${numberAt(action, 'index') ?? '?'}] ${text(action, 'text')}`,
  BrowserScrollAction: (action) => `scroll ${text(action, 'direction') || 'down'}`,
  BrowserSwitchTabAction: (action) => `switch to tab ${text(action, 'tab_id')}`,
  BrowserCloseTabAction: (action) => `close tab ${text(action, 'tab_id')}`,
  BrowserGetStateAction: (action) => (action.include_screenshot === true ? 'state with screenshot' : 'state'),
  BrowserGetContentAction: (action) => (action.extract_links === true ? 'content with links' : 'content'),
}

/** One line for an action, by its kind; kinds that Handrail does not know show their fields. */
export function actionSummary(kind: string, action: WireObject): WrittenAction {
  const prose = Object.hasOwn(PROSE, kind) ? PROSE[kind] : undefined
  if (prose !== undefined) return { text: oneLine(prose(action)), isCode: false }
  const code = Object.hasOwn(CODE, kind) ? CODE[kind] : undefined
  if (code !== undefined) return { text: oneLine(code(action)), isCode: true }
  if (kind.startsWith('Browser')) {
    return {
      text: kind
        .slice(7)
        .replace(/Action$/, '')
        .replace(/(?!^)([A-Z])/g, ' $1')
        .toLowerCase(),
      isCode: true,
    }
  }
  const fields = Object.entries(action).filter(([key, value]) => key !== 'kind' && value !== null)
  return { text: oneLine(fields.map(([key, value]) => `${key}=${shortJson(value)}`).join(' ')), isCode: true }
}

function terminalSummary(action: WireObject): string {
  const command = text(action, 'command')
  if (action.reset === true && command === '') return 'reset the terminal'
  return action.is_input === true ? `input: ${command}` : command
}

function editorSummary(action: WireObject): string {
  const command = text(action, 'command')
  const file = path(action, 'path')
  switch (command) {
    case 'str_replace':
      return `${command} ${file} ${lineChange(text(action, 'old_str'), text(action, 'new_str'))}`
    case 'create':
      return `${command} ${file} (+${lines(text(action, 'file_text'))})`
    case 'insert':
      return `${command} ${file}:${numberAt(action, 'insert_line') ?? '?'} (+${lines(text(action, 'new_str'))})`
    case 'view': {
      const [from, to] = listAt(action, 'view_range')
      return typeof from === 'number'
        ? `${command} ${file}:${from}-${typeof to === 'number' && to >= 0 ? to : ''}`
        : `${command} ${file}`
    }
    default:
      return `${command} ${file}`
  }
}

/** `(+3 −1)`: lines that only the new or only the old text has at its differing middle. */
function lineChange(before: string, after: string): string {
  const [old, now] = [before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let foot = 0
  while (foot < old.length - head && foot < now.length - head && old.at(-1 - foot) === now.at(-1 - foot)) foot += 1
  return `(+${now.length - head - foot} −${old.length - head - foot})`
}

function lines(content: string): number {
  return content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
}

function range(offset: number | null, limit: number | null): string {
  return offset === null && limit === null ? '' : `:${offset ?? 0}${limit === null ? '' : `+${limit}`}`
}

function within(pattern: string, ...places: string[]): string {
  const where = places.filter((place) => place !== '').join(' ')
  return where === '' ? pattern : `${pattern} in ${where}`
}

function patchSummary(patch: string): string {
  const files = [...patch.slice(0, 20_000).matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)]
  const [first] = files
  if (first === undefined) return firstLine(patch)
  const rest = files.length > 1 ? ` and ${counted(files.length - 1, 'file')} more` : ''
  return `${(first[1] ?? '').toLowerCase()} ${shortPath(first[2] ?? '')}${rest}`
}

function taskSummary(action: WireObject): string {
  const tasks = listAt(action, 'task_list').filter(isWireObject)
  const command = text(action, 'command') || 'view'
  if (tasks.length === 0) return command
  const having = (status: string) => tasks.filter((task) => task.status === status).length
  const [done, running] = [having('done'), having('in_progress')]
  const states = [done > 0 ? `${done} done` : '', running > 0 ? `${running} in progress` : ''].filter(
    (state) => state !== '',
  )
  return dotted(command, `${counted(tasks.length, 'task')}${states.length > 0 ? ` (${states.join(', ')})` : ''}`)
}

function delegateSummary(action: WireObject): string {
  const named = [...listAt(action, 'ids'), ...Object.keys(objectAt(action, 'tasks') ?? {})]
  return dotted(text(action, 'command'), [...new Set(named.filter((id) => typeof id === 'string'))].join(', '))
}
