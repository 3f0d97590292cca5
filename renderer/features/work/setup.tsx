import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Conversation, Failure, Hook } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Disclosure, FailureBanner, Pill, ProgressBar } from '../../ui/index.ts'
import styles from './work.module.css'

/** What the agent was taught, and the commands that run beside it. */
export function Setup({ record }: { record: Conversation }) {
  const { orpc } = useRpc()
  const { connectionId, conversationId, sandboxStatus } = record
  const input = { connectionId, conversationId }
  const skills = useQuery({ ...orpc.work.skills.queryOptions({ input }), retry: false })
  const hooks = useQuery({ ...orpc.work.hooks.queryOptions({ input }), retry: false })
  useShortcut({ keys: 'r', label: 'Look again', scope: 'Setup' }, () => {
    void skills.refetch()
    void hooks.refetch()
  })
  const asleep =
    sandboxStatus === 'RUNNING' ? '' : ' The sandbox does not run, and its workspace is where they are read from.'

  return (
    <div className={styles.setup}>
      <Group name="Skills" query={skills} none={`No skills are loaded.${asleep}`}>
        {skills.data?.map(({ name, type, content, triggers }) => (
          <Disclosure key={`${type} ${name}`} title={name} note={[type, ...triggers].filter(Boolean).join(' · ')}>
            <pre className={styles.skill}>{content}</pre>
          </Disclosure>
        ))}
      </Group>
      <Group name="Hooks" query={hooks} none={`No hooks are configured.${asleep}`}>
        {hooks.data?.map((hook) => (
          <HookLine key={`${hook.event} ${hook.matcher} ${hook.command}`} hook={hook} />
        ))}
      </Group>
    </div>
  )
}

interface GroupProps {
  name: string
  query: { data: readonly unknown[] | undefined; error: unknown; refetch: () => unknown }
  none: string
  children: ReactNode
}

function Group({ name, query, none, children }: GroupProps) {
  const failure: Failure | null = query.error === null ? null : failureOf(query.error)
  return (
    <section aria-label={name}>
      <h2 className={styles.heading}>{name}</h2>
      {failure !== null ? (
        <FailureBanner failure={failure} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <ProgressBar label={`Asking for the ${name.toLowerCase()}…`} />
      ) : query.data.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        children
      )}
    </section>
  )
}

function HookLine({ hook: { event, matcher, command, timeoutSeconds, isAsync } }: { hook: Hook }) {
  return (
    <div className={styles.hook}>
      <Pill tone="neutral">{event}</Pill>
      <span className={styles.quiet}>{matcher === '' ? 'always' : matcher}</span>
      <code className={styles.command}>{command}</code>
      <span className={styles.quiet}>
        at most {timeoutSeconds} s{isAsync ? ', without waiting for it' : ''}
      </span>
    </div>
  )
}
