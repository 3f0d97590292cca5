import type { Json, JsonObject } from '../json.ts'
import { textContent } from './tools.ts'

const PROMPT = `You are OpenHands agent, a helpful AI assistant that can interact with a computer to solve tasks.

<ROLE>
* Your primary role is to assist users by executing commands, modifying code, and solving technical problems effectively.
* If the user asks a question, answer it; do not try to fix the problem unasked.
</ROLE>

<EFFICIENCY>
* Combine several shell commands into one where that is safe.
* Read only the parts of a file that matter.
</EFFICIENCY>

<CODE_QUALITY>
* Write clean code with few comments, and keep changes minimal.
* Before an edit, read the code around it and follow its style.
</CODE_QUALITY>

<VERSION_CONTROL>
* Never push to the main branch. Commit only what belongs to the work.
</VERSION_CONTROL>

<SECURITY_RISK_ASSESSMENT>
* LOW: read-only work inside the workspace. MEDIUM: changes that can be undone. HIGH: changes outside the workspace or of data.
</SECURITY_RISK_ASSESSMENT>`

interface Hints {
  readOnly: boolean
  destructive: boolean
  idempotent: boolean
  openWorld: boolean
}

function tool(kind: string, title: string, description: string, stem: string, hints: Hints): JsonObject {
  return {
    description,
    action_type: `${stem}Action`,
    observation_type: `${stem === 'BrowserNavigate' ? 'Browser' : stem}Observation`,
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    kind,
    title,
  }
}

const writes: Hints = { readOnly: false, destructive: true, idempotent: false, openWorld: false }
const reads: Hints = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

/** The tools of the scripted agent, as SystemPromptEvent lists them. */
export function toolDefinitions(): Json[] {
  return [
    tool('TerminalTool', 'terminal', 'Execute a bash command in a persistent shell session.', 'Terminal', {
      ...writes,
      openWorld: true,
    }),
    tool('FileEditorTool', 'file_editor', 'View, create and edit text files.', 'FileEditor', writes),
    tool('TaskTrackerTool', 'task_tracker', 'Keep a list of what is to be done.', 'TaskTracker', {
      ...reads,
      readOnly: false,
    }),
    tool('GrepTool', 'grep', 'Search file contents with a regular expression.', 'Grep', reads),
    tool('BrowserNavigateTool', 'browser_navigate', 'Open a page in the browser.', 'BrowserNavigate', {
      ...reads,
      openWorld: true,
    }),
    tool('FinishTool', 'finish', 'Say that the work is done.', 'Finish', reads),
    tool('ThinkTool', 'think', 'Write a thought to the log.', 'Think', reads),
  ]
}

/** Own fields of a SystemPromptEvent. */
export function systemPrompt(workingDir: string, repository: string | null): JsonObject {
  const place = repository === null ? workingDir : `${workingDir} (clone of ${repository})`
  return {
    system_prompt: textContent(PROMPT),
    tools: toolDefinitions(),
    dynamic_context: textContent(`<RUNTIME_INFORMATION>\nWorking directory: ${place}\n</RUNTIME_INFORMATION>`),
  }
}
