import type { Json, JsonObject } from '../json.ts'
import type { Call, Risk, Step } from './step.ts'

/** A text block as the wire has it. */
export function textContent(text: string): JsonObject {
  return { cache_prompt: false, type: 'text', text }
}

function act(thought: string, call: Call, reasoning?: string): Step {
  return { kind: 'act', thought, calls: [call], ...(reasoning === undefined ? {} : { reasoning }) }
}

/** How a shell command turns out. */
export interface Outcome {
  exitCode?: number
  seconds?: number
  risk?: Risk
  summary?: string
  cwd?: string
  hook?: { command: string; output: string }
}

/** A call of the terminal tool. A failed command is not `is_error`: clients judge by `exit_code` (contract §18.2). */
export function terminalCall(command: string, output: string, outcome: Outcome = {}): Call {
  const exit = outcome.exitCode ?? 0
  return {
    tool: 'terminal',
    action: { command, is_input: false, reset: false, kind: 'TerminalAction' },
    observation: {
      content: [textContent(output)],
      is_error: false,
      command,
      exit_code: exit,
      timeout: false,
      metadata: {
        exit_code: exit,
        pid: -1,
        username: 'openhands',
        hostname: 'runtime',
        working_dir: outcome.cwd ?? '/workspace/project',
        py_interpreter_path: '/usr/bin/python3',
        prefix: '',
        suffix: `\n[The command completed with exit code ${exit}.]`,
      },
      kind: 'TerminalObservation',
    },
    summary: outcome.summary ?? `run ${command.split(' ').slice(0, 3).join(' ')}`,
    risk: outcome.risk ?? 'LOW',
    seconds: outcome.seconds ?? 1.2,
    ...(outcome.hook === undefined ? {} : { hook: outcome.hook }),
  }
}

export function terminal(thought: string, command: string, output: string, outcome: Outcome = {}): Step {
  return act(thought, terminalCall(command, output, outcome))
}

/** Several calls of one model answer: only the first carries the thought (contract §9). */
export function together(thought: string, calls: [Call, ...Call[]]): Step {
  return { kind: 'act', thought, calls }
}

function numbered(text: string, from = 1): string {
  return text
    .split('\n')
    .map((line, i) => `${String(from + i).padStart(6)}\t${line}`)
    .join('\n')
}

export function viewCall(path: string, text: string): Call {
  return {
    tool: 'file_editor',
    action: { command: 'view', path, kind: 'FileEditorAction' },
    observation: {
      content: [textContent(`Here's the result of running \`cat -n\` on ${path}:\n${numbered(text)}`)],
      is_error: false,
      command: 'view',
      path,
      prev_exist: true,
      kind: 'FileEditorObservation',
    },
    summary: `read ${path.split('/').at(-1)}`,
    risk: 'LOW',
    seconds: 0.3,
  }
}

export function view(thought: string, path: string, text: string): Step {
  return act(thought, viewCall(path, text))
}

/** A view of a file that is not there: `is_error`, and no `path` in the observation (contract §18.2). */
export function viewMissing(thought: string, path: string): Step {
  const text = `Invalid \`path\` parameter: ${path}. The path ${path} does not exist. Please provide a valid path.`
  const call = viewCall(path, '')
  const observation = { content: [textContent(text)], is_error: true, command: 'view', prev_exist: true }
  return act(thought, { ...call, observation: { ...observation, kind: 'FileEditorObservation' } })
}

export function create(thought: string, path: string, text: string): Step {
  return act(thought, {
    tool: 'file_editor',
    action: { command: 'create', path, file_text: text, kind: 'FileEditorAction' },
    observation: {
      content: [textContent(`File created successfully at: ${path}`)],
      is_error: false,
      command: 'create',
      path,
      prev_exist: false,
      new_content: text,
      kind: 'FileEditorObservation',
    },
    summary: `create ${path.split('/').at(-1)}`,
    risk: 'LOW',
    seconds: 0.4,
  })
}

/** Replaces one passage of a file; the observation has both whole texts. */
export function edit(thought: string, path: string, whole: string, from: string, to: string): Step {
  const after = whole.replace(from, () => to)
  const note =
    `The file ${path} has been edited. Here's the result of running \`cat -n\` on a snippet of ${path}:\n` +
    `${numbered(after.split('\n').slice(0, 14).join('\n'))}\n` +
    'Review the changes and make sure they are as expected. Edit the file again if necessary.'
  return act(thought, {
    tool: 'file_editor',
    action: { command: 'str_replace', path, old_str: from, new_str: to, kind: 'FileEditorAction' },
    observation: {
      content: [textContent(note)],
      is_error: false,
      command: 'str_replace',
      path,
      prev_exist: true,
      old_content: whole,
      new_content: after,
      kind: 'FileEditorObservation',
    },
    summary: `edit ${path.split('/').at(-1)}`,
    risk: 'LOW',
    seconds: 0.4,
  })
}

export type TaskStatus = 'todo' | 'in_progress' | 'done'

export function plan(thought: string, tasks: [string, TaskStatus][]): Step {
  const list: Json[] = tasks.map(([title, status]) => ({ title, notes: '', status }))
  return act(thought, {
    tool: 'task_tracker',
    action: { command: 'plan', task_list: list, kind: 'TaskTrackerAction' },
    observation: {
      content: [textContent(`Task list has been updated with ${list.length} item(s).`)],
      is_error: false,
      command: 'plan',
      task_list: list,
      kind: 'TaskTrackerObservation',
    },
    summary: 'update the task list',
    risk: 'LOW',
    seconds: 0.1,
  })
}

export function think(thought: string, text: string, reasoning?: string): Step {
  const observation = { content: [textContent('Your thought has been logged.')], is_error: false }
  return act(
    thought,
    {
      tool: 'think',
      action: { thought: text, kind: 'ThinkAction' },
      observation: { ...observation, kind: 'ThinkObservation' },
      summary: 'think it through',
      risk: 'UNKNOWN',
      seconds: 0.1,
    },
    reasoning,
  )
}

export function browse(thought: string, url: string, text: string): Step {
  return act(thought, {
    tool: 'browser_navigate',
    action: { url, new_tab: false, kind: 'BrowserNavigateAction' },
    observation: { content: [textContent(text)], is_error: false, kind: 'BrowserObservation' },
    summary: `open ${url}`,
    risk: 'LOW',
    seconds: 2,
  })
}

export function click(thought: string, index: number, text: string): Step {
  return act(thought, {
    tool: 'browser_click',
    action: { index, new_tab: false, kind: 'BrowserClickAction' },
    observation: { content: [textContent(text)], is_error: false, kind: 'BrowserObservation' },
    summary: `click element ${index}`,
    risk: 'LOW',
    seconds: 0.8,
  })
}

export function grep(thought: string, pattern: string, folder: string, matches: string[]): Step {
  return act(thought, {
    tool: 'grep',
    action: { pattern, path: folder, kind: 'GrepAction' },
    observation: {
      content: [textContent(`Found ${matches.length} file(s)\n${matches.join('\n')}`)],
      is_error: false,
      matches,
      pattern,
      search_path: folder,
      truncated: false,
      kind: 'GrepObservation',
    },
    summary: `search for ${pattern}`,
    risk: 'LOW',
    seconds: 0.5,
  })
}

export function mcp(thought: string, tool: string, data: JsonObject, answer: string): Step {
  return act(thought, {
    tool,
    action: { data, kind: 'MCPToolAction' },
    observation: {
      content: [textContent(`[Tool '${tool}' executed.]`), textContent(answer)],
      is_error: false,
      tool_name: tool,
      kind: 'MCPToolObservation',
    },
    summary: tool.replaceAll('_', ' '),
    risk: 'MEDIUM',
    seconds: 1.1,
  })
}

export function finish(message: string): Step {
  return act('', {
    tool: 'finish',
    action: { message, kind: 'FinishAction' },
    observation: { content: [textContent(message)], is_error: false, kind: 'FinishObservation' },
    summary: 'finish the work',
    risk: 'UNKNOWN',
    seconds: 0.1,
  })
}
