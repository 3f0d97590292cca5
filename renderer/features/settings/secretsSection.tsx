import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection, SecretEntry } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, ProgressBar, plural, SearchField } from '../../ui/index.ts'
import { DeleteSecretDialog, SecretDialog } from './secretDialogs.tsx'
import { SecretForm } from './secretForm.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const ABOUT = (
  <>
    <p>
      Every conversation of the account gets these as environment variables, before the first action of its agent. A
      secret given at the start of a conversation takes the place of the one of the same name.
    </p>
    <p>A value goes to the server once. No server gives it back, and Handrail keeps no copy.</p>
  </>
)

export function SecretsSection({ connection }: { connection: Connection }) {
  const { orpc } = useRpc()
  const [name, setName] = useState('')
  const [changing, setChanging] = useState<SecretEntry | null>(null)
  const [deleting, setDeleting] = useState<SecretEntry | null>(null)
  const found = useInfiniteQuery(
    orpc.secrets.search.infiniteOptions({
      input: (pageId: string | null) => ({ connectionId: connection.id, name, pageId }),
      initialPageParam: null,
      getNextPageParam: ({ nextPageId }) => nextPageId,
      placeholderData: (before) => before,
    }),
  )
  // A page may begin again with what another showed, when a secret was renamed in between.
  const secrets = [...new Map(found.data?.pages.flatMap(({ items }) => items).map((one) => [one.name, one])).values()]

  return (
    <Section title="Secrets" about={ABOUT}>
      <div className={styles.tools}>
        <SearchField label="Filter secrets" placeholder="part of a name" value={name} onChange={setName} />
        <span className={styles.faint}>
          {plural(secrets.length, 'secret')}
          {found.hasNextPage && ', more on the server'}
        </span>
      </div>
      {found.error !== null && <FailureBanner failure={failureOf(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending ? (
        <ProgressBar label="Reading the names of the secrets…" />
      ) : (
        secrets.length > 0 && (
          <ul className={styles.list} aria-label="Secrets">
            {secrets.map((secret) => (
              <li className={styles.item} key={secret.name}>
                <div className={styles.itemText}>
                  <div className={styles.mono}>{secret.name}</div>
                  {secret.description !== null && <div className={styles.faint}>{secret.description}</div>}
                </div>
                <Button onPress={() => setChanging(secret)} aria-label={`Change ${secret.name}`}>
                  Change…
                </Button>
                <Button variant="danger" onPress={() => setDeleting(secret)} aria-label={`Delete ${secret.name}`}>
                  Delete…
                </Button>
              </li>
            ))}
          </ul>
        )
      )}
      {!found.isPending && found.error === null && secrets.length === 0 && (
        <p className={styles.note}>{name === '' ? 'No secret is stored.' : `No secret has “${name}” in its name.`}</p>
      )}
      {found.hasNextPage && (
        <div className={styles.actions}>
          <Button isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      <SecretForm connection={connection} known={secrets.map((one) => one.name)} />
      {changing !== null && (
        <SecretDialog connection={connection} secret={changing} onClose={() => setChanging(null)} />
      )}
      {deleting !== null && (
        <DeleteSecretDialog connection={connection} secret={deleting} onClose={() => setDeleting(null)} />
      )}
    </Section>
  )
}
