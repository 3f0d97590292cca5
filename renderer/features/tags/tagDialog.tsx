import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Button, Dialog, FailureBanner, ProgressBar, TagChip } from '../../ui/index.ts'
import { useConnections } from '../connections/index.ts'
import { ConflictBanner } from './conflictBanner.tsx'
import { SaveStages } from './saveStages.tsx'
import { editOf, isEmptyEdit, lineProblems, linesOf, rebase, type TagLine, type Tags, takeTheirs } from './tagDraft.ts'
import { TagLines } from './tagLines.tsx'
import styles from './tags.module.css'
import { useTagSave } from './useTagSave.ts'

export interface TagDialogProps {
  conversation: ConversationRef
  recordTags: Tags
  focusKey: string | null
  onClose: () => void
}

/** The agent server's own map, read when the dialog opens: never built from what the app server shows. */
export function TagDialog({ conversation, recordTags, focusKey, onClose }: TagDialogProps) {
  const { orpc } = useRpc()
  const read = useQuery(orpc.tags.read.queryOptions({ input: conversation, staleTime: 0, gcTime: 0 }))
  // The first answer is what is edited: a later one must not overwrite what was typed.
  const [tags, setTags] = useState<Tags | null>(null)
  const failure = useFailure(read.error)
  const answer = read.data?.tags
  useEffect(() => {
    if (answer !== undefined) setTags((before) => before ?? answer)
  }, [answer])
  return (
    <Dialog isOpen onClose={onClose} title="Tags">
      {tags !== null ? (
        <TagForm
          conversation={conversation}
          recordTags={recordTags}
          tags={tags}
          focusKey={focusKey}
          onClose={onClose}
        />
      ) : failure !== null ? (
        <FailureBanner failure={failure} onRetry={() => void read.refetch()} />
      ) : (
        <ProgressBar label="Reading the tags from the agent server…" onCancel={onClose} />
      )}
    </Dialog>
  )
}

function TagForm({ conversation, recordTags, tags: first, focusKey, onClose }: TagDialogProps & { tags: Tags }) {
  const { save, start, stop } = useTagSave(conversation)
  const { connections } = useConnections()
  const isBareAgent = connections.find(({ id }) => id === conversation.connectionId)?.kind === 'agent'
  /** The map that the lines are compared with: the newest that the person saw. */
  const [tags, setTags] = useState(first)
  const [lines, setLines] = useState<TagLine[]>(() => [...linesOf(tags), blankLine(-1)])
  const edit = editOf(lines, tags)
  const isSound = lines.every((line) => Object.values(lineProblems(line, lines)).every((problem) => problem === null))
  const canSave = save.phase === 'editing' && isSound && !isEmptyEdit(edit)
  const onlyShown = Object.entries(recordTags).filter(([key]) => !(key in tags))

  function submit() {
    if (canSave) void start(edit)
  }
  /** After a conflict: the lines against the map as it is now. */
  function goOn(change: (lines: readonly TagLine[]) => TagLine[], now: Tags): TagLine[] {
    const next = change(rebase(lines, tags, now))
    setTags(now)
    setLines(next)
    return next
  }
  useShortcut({ keys: 'mod+Enter', label: 'Save the tags', scope: 'Tags', whileTyping: true }, submit)

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <TagLines
        lines={lines}
        focusKey={focusKey}
        isDisabled={save.phase === 'saving' || save.phase === 'saved'}
        onChange={(id, change) =>
          setLines((all) => all.map((line) => (line.id === id ? { ...line, ...change } : line)))
        }
        onAdd={() => setLines((all) => [...all, blankLine(Math.max(...all.map(({ id }) => id)) + 1)])}
      />
      {onlyShown.length > 0 && save.phase === 'editing' && (
        <div className={styles.onlyShown}>
          Only in the app server’s view, set by it or removed since:
          {onlyShown.map(([key, value]) => (
            <TagChip key={key} name={key} value={value} />
          ))}
        </div>
      )}
      {save.phase === 'editing' && save.failure !== null && <FailureBanner failure={save.failure} />}
      {save.phase === 'conflict' && (
        <ConflictBanner
          conflicts={save.conflicts}
          onTakeTheirs={() => {
            goOn((all) => takeTheirs(all, save.conflicts), save.tags)
            stop()
          }}
          onKeepMine={() =>
            void start(
              editOf(
                goOn((all) => [...all], save.tags),
                save.tags,
              ),
            )
          }
        />
      )}
      {(save.phase === 'saving' || save.phase === 'saved') && <SaveStages save={save} isBareAgent={isBareAgent} />}
      <div className={styles.actions}>
        {save.phase === 'saved' ? (
          // Save goes with the focus on it.
          <Button key="close" autoFocus onPress={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isDisabled={!canSave} isPending={save.phase === 'saving'}>
              Save
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

function blankLine(id: number): TagLine {
  return { id, savedKey: null, key: '', value: '', isRemoved: false }
}
