import { isStartOver, type StartTask } from '../../../shared/domain/index.ts'
import type { RpcClient } from '../../rpc/index.ts'

/** The statuses in their usual order (contract §3); a server may leave some out. */
export const START_STEPS = [
  { status: 'WORKING', name: 'Asking the server' },
  { status: 'WAITING_FOR_SANDBOX', name: 'Waiting for the sandbox' },
  { status: 'PREPARING_REPOSITORY', name: 'Preparing the repository' },
  { status: 'RUNNING_SETUP_SCRIPT', name: 'Running the set-up script' },
  { status: 'SETTING_UP_GIT_HOOKS', name: 'Setting up git hooks' },
  { status: 'SETTING_UP_SKILLS', name: 'Setting up skills' },
  { status: 'STARTING_CONVERSATION', name: 'Starting the conversation' },
  { status: 'READY', name: 'Ready' },
] as const

/** What the server does in a status, in words; the status itself when Handrail does not know it. */
export function stepName(status: string): string {
  return START_STEPS.find((step) => step.status === status)?.name ?? status
}

/** Asks for the task until it is READY or ERROR and gives each answer to `onStep`. */
export async function followStartTask(
  client: RpcClient,
  task: StartTask,
  pollMs: number,
  onStep: (task: StartTask) => void,
  signal: AbortSignal,
): Promise<StartTask> {
  let latest = task
  onStep(latest)
  while (!isStartOver(latest)) {
    await sleep(pollMs, signal)
    latest = await client.conversations.startTask({ connectionId: task.connectionId, id: task.id }, { signal })
    onStep(latest)
  }
  return latest
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
