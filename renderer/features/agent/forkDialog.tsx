import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ConversationRef, EventRow, ForkWish } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, Check, Dialog, Kbd, ProgressBar, shortId, TextField, tagsInOrder } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'
import styles from './agent.module.css'
import { CommandNotice } from './commandNotice.tsx'
import { stepIdOf } from './step.ts'

export interface ForkDialogProps extends ActionDialogProps {
  /** The step that the fork ends with; all of them when absent. */
  row?: EventRow
}

const LONGEST_TITLE = 200

/** Makes a second conversation out of the first. */
export function ForkDialog({ record, row, onClose }: ForkDialogProps) {
  const { client } = useRpc()
  const navigate = useNavigate()
  const { connectionId, conversationId } = record
  const { command, run } = useCommand<'fork'>()
  // One id for every try, so that a try whose answer was lost makes no second fork.
  const [id] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState(() => `Fork of ${record.title ?? shortId(conversationId)}`.slice(0, LONGEST_TITLE))
  const [keepsTags, setKeepsTags] = useState(true)
  const [resetMetrics, setResetMetrics] = useState(true)
  const [fork, setFork] = useState<ConversationRef | null>(null)
  const tags = tagsInOrder(record.tags).filter(({ isServers }) => !isServers)
  const isMaking = command.state === 'running'
  const titleProblem = [...title].length > LONGEST_TITLE ? `At most ${LONGEST_TITLE} characters.` : null

  async function make() {
    if (isMaking || titleProblem !== null) return
    const kept = Object.fromEntries(tags.map(({ key, value }) => [key, value]))
    const wish: ForkWish = {
      id,
      title: title.trim() === '' ? null : title.trim(),
      tags: keepsTags ? kept : {},
      resetMetrics,
      fromEventId: row === undefined ? null : stepIdOf(row),
    }
    await run('fork', async (signal) => {
      setFork(await client.agent.fork({ connectionId, conversationId, wish }, { signal }))
      return { note: '' }
    })
  }
  const open = () => {
    if (fork === null) return
    onClose()
    void navigate({ to: '/c/$connectionId/$conversationId', params: fork })
  }
  useShortcut({ keys: 'mod+Enter', label: 'Fork', scope: 'Fork', whileTyping: true }, () =>
    fork === null ? void make() : open(),
  )

  if (fork !== null) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title="The fork is made"
        footer={
          <>
            <Button onPress={onClose}>Stay here</Button>
            <Button variant="primary" autoFocus onPress={open}>
              Open it
            </Button>
          </>
        }
      >
        <p className={styles.about}>
          It rests until it is told something. The list of conversations may show it a moment later. Agent server 1.58
          does not hand the model’s key on: where its first run says that credentials are missing, switch its profile.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={row === undefined ? 'Fork the conversation' : 'Fork from here'}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void make()
        }}
      >
        <p className={styles.about}>
          {row === undefined
            ? 'A new conversation with all events of this one.'
            : `A new conversation with the events up to “${row.summary || row.label}”; what came after is left out.`}{' '}
          This one stays as it is.
        </p>
        <TextField label="Title" value={title} onChange={setTitle} error={titleProblem} autoFocus />
        {tags.length > 0 && (
          <Check isSelected={keepsTags} onChange={setKeepsTags} description={tags.map(textOf).join(', ')}>
            Keep its tags
          </Check>
        )}
        <Check
          isSelected={resetMetrics}
          onChange={setResetMetrics}
          description="Otherwise it begins with what this one has cost."
        >
          Count its cost from zero
        </Check>
        <Banner tone="warn" title="Both work in the same sandbox and the same folder.">
          The files are as they are now, also for a fork from an earlier event, and two agents at once overwrite each
          other’s work.
        </Banner>
        {isMaking ? (
          <ProgressBar label="Forking…" onCancel={command.cancel} />
        ) : (
          <CommandNotice command={command} doing="Forking…" />
        )}
        <div className={styles.footer}>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isMaking} isDisabled={titleProblem !== null}>
            Fork <Kbd keys="mod+Enter" />
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function textOf({ key, value }: { key: string; value: string }): string {
  return value === '' ? key : `${key}=${value}`
}
