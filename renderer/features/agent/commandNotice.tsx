import { Button, FailureBanner, Spinner } from '../../ui/index.ts'
import type { CommandState } from '../composer/index.ts'
import styles from './agent.module.css'

/** What became of the newest command: under way and cancellable, done in words, or failed with a way to repeat it. */
export function CommandNotice({ command, doing }: { command: CommandState<string>; doing: string }) {
  switch (command.state) {
    case 'ready':
      return null
    case 'running':
      return (
        <p className={styles.under}>
          <Spinner label={doing} /> {doing}
          <Button variant="quiet" onPress={command.cancel}>
            Cancel
          </Button>
        </p>
      )
    case 'done':
      return (
        <p className={styles.said} role="status">
          {command.note}
        </p>
      )
    case 'failed':
      return <FailureBanner failure={command.failure} onRetry={command.retry} />
    default:
      return command satisfies never
  }
}
