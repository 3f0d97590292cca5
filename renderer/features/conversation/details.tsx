import type { ReactNode } from 'react'
import { CopyText, formatCost, formatCount, formatTime, TagChip, tagsInOrder } from '../../ui/index.ts'
import styles from './details.module.css'
import type { SectionProps } from './section.ts'

/** Everything that the server's record says of the conversation, and what the live agent server says more recently. */
export function Details({ record, sync, status }: SectionProps) {
  const { usage } = record
  const tags = sync.facts?.tags ?? record.tags
  const cost = sync.facts?.costUsd ?? usage?.costUsd ?? null
  return (
    <div className={styles.page}>
      <Group name="Conversation">
        <Field name="id" value={<CopyText value={record.conversationId} label="the id" />} />
        <Field name="title" value={record.title} />
        <Field name="run state" value={status.executionStatus} />
        <Field name="created" value={formatTime(record.createdAt)} />
        <Field name="last change" value={formatTime(record.updatedAt)} />
        <Field name="started by" value={record.trigger} />
        <Field name="shared" value={record.isPublic ? 'yes: everybody with the link sees its events' : 'no'} />
        <Field
          name="tags"
          value={
            Object.keys(tags).length === 0 ? null : (
              <span className={styles.tags}>
                {tagsInOrder(tags).map(({ key, value, isServers }) => (
                  <TagChip key={key} name={key} value={value} isQuiet={isServers} />
                ))}
              </span>
            )
          }
        />
      </Group>
      <Group name="Sandbox">
        <Field
          name="id"
          value={record.sandboxId && <CopyText value={record.sandboxId} label="the id of the sandbox" />}
        />
        <Field name="state" value={status.sandboxStatus} />
        <Field
          name="agent server"
          value={record.conversationUrl && <CopyText value={record.conversationUrl} label="the address" />}
        />
      </Group>
      <Group name="Work">
        <Field name="repository" value={record.repository} />
        <Field name="branch" value={record.branch} />
        <Field name="git provider" value={record.gitProvider} />
        <Field name="model" value={record.model} />
        <Field name="parent" value={record.parentConversationId} />
        <Field
          name="children"
          value={record.subConversationIds.length === 0 ? null : record.subConversationIds.join(', ')}
        />
      </Group>
      <Group name="Use">
        <Field name="cost" value={cost === null ? null : formatCost(cost)} />
        <Field name="prompt" value={usage && `${formatCount(usage.promptTokens)} tokens`} />
        <Field name="completion" value={usage && `${formatCount(usage.completionTokens)} tokens`} />
        <Field name="from cache" value={usage && `${formatCount(usage.cacheReadTokens)} tokens`} />
        <Field
          name="window"
          value={usage?.contextWindow == null ? null : `${formatCount(usage.contextWindow)} tokens`}
        />
      </Group>
      {record.deviations.length > 0 && (
        <Group name="Where the server's record differs from the published schema">
          <ul className={styles.deviations}>
            {record.deviations.map((deviation) => (
              <li key={deviation}>{deviation}</li>
            ))}
          </ul>
        </Group>
      )}
    </div>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2 className={styles.heading}>{name}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Field({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={styles.field}>
      <dt>{name}</dt>
      <dd>{value ?? <span className={styles.none}>–</span>}</dd>
    </div>
  )
}
