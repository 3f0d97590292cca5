import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Filter, formatFilter, parseFilter, type SavedFilter } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, ConfirmDialog, Dialog, FailureBanner, Menu, type MenuAction } from '../../ui/index.ts'
import { FilterNameDialog } from './filterNameDialog.tsx'
import styles from './savedFilters.module.css'

export interface SavedFiltersProps {
  filter: Filter
  onApply: (filter: Filter) => void
}

type Asked = { what: 'list' } | { what: 'name' | 'delete'; saved: SavedFilter }

/** Filters that are kept under names: applied from a menu, named and deleted from their list. */
export function SavedFilters({ filter, onApply }: SavedFiltersProps) {
  const { orpc, client } = useRpc()
  const queries = useQueryClient()
  const options = orpc.filters.list.queryOptions({ input: {} })
  const { data: saved = [], error, refetch } = useQuery(options)
  const [asked, setAsked] = useState<Asked | null>(null)
  const keep = (list: SavedFilter[]) => queries.setQueryData(options.queryKey, list)
  const close = () => setAsked(null)
  const text = formatFilter(filter)

  const items: MenuAction[] = [
    ...saved.map((one): MenuAction => {
      const read = parseFilter(one.text)
      return {
        id: one.id,
        label: one.name,
        note: 'filter' in read ? one.text : `Cannot be read: ${read.problem.message}`,
        isDisabled: 'problem' in read,
        onAction: () => 'filter' in read && onApply(read.filter),
      }
    }),
    {
      id: 'save',
      label: 'Save this filter…',
      note: text === '' ? 'There is none now.' : text,
      isDisabled: text === '',
      onAction: () => setAsked({ what: 'name', saved: { id: crypto.randomUUID(), name: '', text } }),
    },
    { id: 'list', label: 'Rename or delete…', onAction: () => setAsked({ what: 'list' }) },
  ]
  return (
    <>
      <Menu label="Saved filters" items={items}>
        <Button variant="quiet">Saved ▾</Button>
      </Menu>
      <Dialog
        isOpen={asked?.what === 'list'}
        onClose={close}
        title="Saved filters"
        footer={<Button onPress={close}>Close</Button>}
      >
        {error !== null && <FailureBanner failure={failureOf(error)} onRetry={() => void refetch()} />}
        {error === null && saved.length === 0 && <p className={styles.none}>None yet: filter, then save the filter.</p>}
        <ul className={styles.list} aria-label="Saved filters">
          {saved.map((one) => (
            <li key={one.id} className={styles.item}>
              <span className={styles.name}>{one.name}</span>
              <code className={styles.text}>{one.text}</code>
              <Button aria-label={`Rename ${one.name}`} onPress={() => setAsked({ what: 'name', saved: one })}>
                Rename
              </Button>
              <Button aria-label={`Delete ${one.name}`} onPress={() => setAsked({ what: 'delete', saved: one })}>
                Delete
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
      {asked?.what === 'name' && (
        <FilterNameDialog
          saved={asked.saved}
          onSave={async (named, signal) => keep(await client.filters.save(named, { signal }))}
          onClose={close}
        />
      )}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Delete the filter “${asked.saved.name}”?`}
          confirmLabel="Delete"
          isDangerous
          onConfirm={async (signal) => {
            keep(await client.filters.remove({ id: asked.saved.id }, { signal }))
          }}
        >
          Every page of this Handrail loses it: <code className={styles.text}>{asked.saved.text}</code>. No event is
          touched.
        </ConfirmDialog>
      )}
    </>
  )
}
