import { type FormEvent, useState } from 'react'
import { type Connection, type ConversationFilter, NO_FILTER } from '../../../shared/domain/index.ts'
import { Button, Check, Dialog, Select, shortId, TextField } from '../../ui/index.ts'
import { useSandboxes } from '../sandboxes/index.ts'
import styles from './conversations.module.css'
import { isAnyPart, localTime, timeOf } from './searchFilter.ts'

const ANY = 'any'

export interface SearchDialogProps {
  connections: readonly Connection[]
  filter: ConversationFilter
  /** Null ends the search: the list is everything again. */
  onSearch: (filter: ConversationFilter | null) => void
  onClose: () => void
}

/** What the servers can be asked for themselves (contract §10): the rest is filtered in the list as it is typed. */
export function SearchDialog({ connections, filter, onSearch, onClose }: SearchDialogProps) {
  const [wanted, setWanted] = useState(filter)
  const { sandboxes } = useSandboxes(connections)
  const change = (part: Partial<ConversationFilter>) => setWanted((before) => ({ ...before, ...part }))
  const problem = orderProblem(wanted)

  function search(event: FormEvent) {
    event.preventDefault()
    if (problem === null) onSearch(isAnyPart(wanted) ? wanted : null)
  }

  return (
    <Dialog isOpen onClose={onClose} title="Ask the servers" width="wide">
      <form className={styles.searchForm} onSubmit={search}>
        <TextField
          label="Title contains"
          description="% stands for anything, _ for any one character; capitals may count."
          value={wanted.title ?? ''}
          onChange={(title) => change({ title: title === '' ? null : title })}
          autoFocus
        />
        <TimePair
          name="Created"
          from={wanted.createdFrom}
          before={wanted.createdBefore}
          onChange={(createdFrom, createdBefore) => change({ createdFrom, createdBefore })}
        />
        <TimePair
          name="Last changed"
          from={wanted.updatedFrom}
          before={wanted.updatedBefore}
          onChange={(updatedFrom, updatedBefore) => change({ updatedFrom, updatedBefore })}
        />
        <Select
          label="Sandbox"
          value={wanted.sandboxId ?? ANY}
          onChange={(id) => change({ sandboxId: id === ANY ? null : id })}
          choices={[
            { id: ANY, name: 'any' },
            ...sandboxes.map(({ id, status, conversations }) => ({
              id,
              name: `${shortId(id)} · ${status.toLowerCase()}`,
              detail: conversations.map(({ title, conversationId }) => title ?? shortId(conversationId)).join(', '),
            })),
          ]}
        />
        <Check
          isSelected={wanted.withSubConversations}
          onChange={(withSubConversations) => change({ withSubConversations })}
          description="Those that other conversations started; the list never has them."
        >
          With sub-conversations
        </Check>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.searchActions}>
          <Button onPress={() => setWanted(NO_FILTER)}>Empty the form</Button>
          <span className={styles.space} />
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isDisabled={problem !== null}>
            {isAnyPart(wanted) ? 'Search' : 'Show all'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface TimePairProps {
  name: string
  from: number | null
  before: number | null
  onChange: (from: number | null, before: number | null) => void
}

function TimePair({ name, from, before, onChange }: TimePairProps) {
  return (
    <div className={styles.timePair}>
      <TextField
        label={`${name} from`}
        type="datetime-local"
        value={localTime(from)}
        onChange={(text) => onChange(timeOf(text), before)}
      />
      <TextField
        label={`${name} before`}
        type="datetime-local"
        value={localTime(before)}
        onChange={(text) => onChange(from, timeOf(text))}
      />
    </div>
  )
}

function orderProblem({ createdFrom, createdBefore, updatedFrom, updatedBefore }: ConversationFilter): string | null {
  const isTurned = (from: number | null, before: number | null) => from !== null && before !== null && from >= before
  if (isTurned(createdFrom, createdBefore)) return '“Created from” is not before “Created before”.'
  if (isTurned(updatedFrom, updatedBefore)) return '“Last changed from” is not before “Last changed before”.'
  return null
}
