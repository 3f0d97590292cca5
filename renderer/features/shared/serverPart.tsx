import { useState } from 'react'
import { SHARED_EVENT_KINDS } from '../../../shared/contract/index.ts'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { Banner, Button, FailureBanner, ProgressBar, plural, Segments, Select, TextField } from '../../ui/index.ts'
import styles from './shared.module.css'
import { type PartFields, type ServerPart, useServerPart, WHOLE } from './useServerPart.ts'

const KINDS = ['any', ...SHARED_EVENT_KINDS].map((id) => ({ id, name: id === 'any' ? 'any kind' : id }))
const ORDERS = [
  { id: 'oldest', name: 'oldest first' },
  { id: 'newest', name: 'newest first' },
] as const

/** A part of a shared conversation, asked for by itself: of a long one, what matters is there before all of it is. */
export function ServerPartSection({ conversation }: { conversation: ConversationRef }) {
  const [fields, setFields] = useState<PartFields>(WHOLE)
  const part = useServerPart(conversation, fields)
  const { asking, failure } = part
  const limit = Number(fields.limit)
  const hasLimit = Number.isInteger(limit) && limit >= 1 && limit <= 100
  const problem = (name: string) => (failure?.field === name ? failure.message : null)
  const isBusy = asking !== null

  function change(change: Partial<PartFields>) {
    setFields({ ...fields, ...change })
    part.reset()
  }

  return (
    <form
      className={styles.part}
      aria-label="Ask the server for a part"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && hasLimit) part.ask('fetch')
      }}
    >
      <p className={styles.explanation}>
        The whole conversation is loaded by itself, newest events first. Here a part of it is asked for at once; what
        the server gives is stored and shown in the timeline.
      </p>
      <Select label="Kind" value={fields.kind} onChange={(kind) => change({ kind })} choices={KINDS} />
      <div className={styles.times}>
        <TextField
          label="From (UTC)"
          placeholder="2026-08-24T09:14:02"
          value={fields.from}
          onChange={(from) => change({ from })}
          error={problem('timestamp__gte')}
          isDisabled={isBusy}
          isMono
        />
        <TextField
          label="Before (UTC)"
          placeholder="2026-08-24T10:00:00"
          value={fields.before}
          onChange={(before) => change({ before })}
          error={problem('timestamp__lt')}
          isDisabled={isBusy}
          isMono
        />
        <TextField
          label="Events a page"
          value={fields.limit}
          onChange={(text) => change({ limit: text })}
          error={hasLimit ? null : 'A number from 1 to 100.'}
          isDisabled={isBusy}
          inputMode="numeric"
          isMono
        />
      </div>
      <div>
        <Segments label="Order" value={fields.order} onChange={(order) => change({ order })} choices={ORDERS} />
      </div>
      {asking !== null ? (
        <ProgressBar
          label={asking.call === 'count' ? 'The server counts…' : 'The server looks for them…'}
          onCancel={asking.cancel}
        />
      ) : (
        <div className={styles.actions}>
          <Button onPress={() => part.ask('count')}>Count</Button>
          <Button type="submit" variant="primary" isDisabled={!hasLimit || part.fetched?.nextPageId === null}>
            {part.fetched === null ? 'Fetch a page' : 'Fetch the next page'}
          </Button>
        </div>
      )}
      <Answers part={part} />
    </form>
  )
}

function Answers({ part: { failure, count, fetched } }: { part: ServerPart }) {
  return (
    <>
      {failure !== null && <FailureBanner failure={failure} />}
      {count !== null && (
        <Banner tone="info" title={`The server counts ${plural(count, 'event')}.`}>
          State updates, which it shows to nobody, are among them; 0 can also mean that it is no longer shared.
        </Banner>
      )}
      {fetched !== null && (
        <Banner tone="ok" title={`${plural(fetched.events, 'event')} fetched, ${fetched.added} of them new here.`}>
          {fetched.nextPageId === null ? 'These are all.' : 'There are more.'}
        </Banner>
      )}
    </>
  )
}
