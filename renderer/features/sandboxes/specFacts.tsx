import type { SandboxSpec } from '../../../shared/domain/index.ts'
import { formatTime } from '../../ui/index.ts'
import styles from './details.module.css'

/** What a spec is made of. Values of its environment may be secrets: the host never passes them on. */
export function SpecFacts({ spec }: { spec: SandboxSpec }) {
  const { command, workingDir, environment, createdAt } = spec
  return (
    <dl className={styles.facts}>
      <dt>works in</dt>
      <dd className={styles.mono}>{workingDir ?? 'not said'}</dd>
      <dt>command</dt>
      <dd className={styles.mono}>{command.length === 0 ? 'the image’s own' : command.join(' ')}</dd>
      <dt>environment</dt>
      <dd className={styles.mono}>{environment.length === 0 ? 'none' : environment.join(', ')}</dd>
      <dt>made</dt>
      <dd>{formatTime(createdAt)}</dd>
    </dl>
  )
}
