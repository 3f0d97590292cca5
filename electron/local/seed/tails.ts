import type { ExecutionStatus } from '../../../shared/contract/index.ts'
import type { Dialect } from '../options.ts'
import type { EventWriter, OpenAction } from '../scripted/eventWriter.ts'
import type { Tail } from '../scripted/history.ts'
import { inventModelCall } from '../scripted/modelCall.ts'
import type { Plot, Setting } from '../scripted/plot.ts'
import type { Step } from '../scripted/step.ts'
import { terminal, terminalCall } from '../scripted/tools.ts'

function closing(status: ExecutionStatus, steps: Step[] = []): Tail {
  return { steps, extra: 1, close: (writer) => writer.state('execution_status', status) }
}

/** The end of a past conversation for the status it is in. */
export function tailFor(
  status: ExecutionStatus,
  plot: Plot,
  setting: Setting,
  dialect: Dialect,
  pend: (open: OpenAction[]) => void,
): Tail {
  switch (status) {
    case 'running':
      return { steps: [], extra: 0, close: () => undefined }
    case 'finished':
      return closing(status, plot.ending(setting))
    case 'idle':
      return closing(status, [
        {
          kind: 'say',
          text: 'The first half is written and passes. Shall I go on with the declined card and the lost connection?',
        },
      ])
    case 'waiting_for_confirmation':
      return waiting(setting, dialect, pend)
    case 'error':
      return closing(status, [
        {
          kind: 'break',
          code: 'LLMRateLimitError',
          detail:
            'litellm.RateLimitError: AnthropicException - rate limit of 400,000 input tokens per minute exceeded; retry in 40 s',
          cause: 'rate_limit',
          retryable: true,
        },
      ])
    case 'stuck':
      return closing(status, repeated(setting))
    case 'paused':
      return {
        steps: [],
        extra: 2,
        close(writer) {
          writer.state('execution_status', 'paused')
          writer.node('PauseEvent', 'user', {})
        },
      }
    case 'deleting':
      return closing(status)
  }
}

function waiting({ random, branch }: Setting, dialect: Dialect, pend: (open: OpenAction[]) => void): Tail {
  const command = 'gh pr create --fill --base main'
  const output = `https://github.com/acme/shop/pull/${random.between(1400, 1900)}`
  const call = terminalCall(command, output, { risk: 'MEDIUM', seconds: 2, summary: 'open the pull request' })
  return {
    steps: [
      terminal(
        'The specs are reliable now. Pushing the branch.',
        `git push -u origin ${branch}`,
        ` * [new branch]      ${branch} -> ${branch}`,
        {
          seconds: 2,
        },
      ),
    ],
    extra: dialect === '1.58' ? 4 : 3,
    close(writer: EventWriter) {
      writer.stats(inventModelCall(random, 60, 0, 0))
      const open = writer.actions({ kind: 'act', thought: 'Opening the pull request.', calls: [call] })
      if (dialect === '1.58') writer.securityAnalysis(Object.fromEntries(open.map((action) => [action.id, 'MEDIUM'])))
      writer.state('execution_status', 'waiting_for_confirmation')
      pend(open)
    },
  }
}

/** The same failing command again and again: what the stuck detection looks for. */
function repeated({ folder }: Setting): Step[] {
  const command = `cd ${folder} && npm run dev:idp`
  const output = 'Error: listen EADDRINUSE: address already in use 127.0.0.1:8443'
  return Array.from({ length: 4 }, () =>
    terminal('Starting the test identity provider.', command, output, { exitCode: 1, seconds: 2 }),
  )
}
