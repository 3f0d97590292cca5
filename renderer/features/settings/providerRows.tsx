import type { GitProvider } from '../../../shared/contract/index.ts'
import { Button, Pill, SecretField, Segments, TextField } from '../../ui/index.ts'
import { type Fate, type Problems, type ProviderDraft, providerName, tokenField } from './registrationDraft.ts'
import type { SecretInputs } from './secretInputs.ts'
import styles from './settings.module.css'

const FATES: readonly { id: Fate; name: string }[] = [
  { id: 'keep', name: 'Keep token' },
  { id: 'new', name: 'New token' },
  { id: 'remove', name: 'Remove' },
]

export interface ProviderRowsProps {
  providers: readonly ProviderDraft[]
  inputs: SecretInputs
  problems: Problems
  onChange: (provider: GitProvider, change: Pick<ProviderDraft, 'fate' | 'host'>) => void
  /** Takes a provider that is not stored off the list again. */
  onDrop: (provider: GitProvider) => void
  onEdit: () => void
}

/** The providers that will be stored, and those that will be removed. */
export function ProviderRows({ providers, inputs, problems, onChange, onDrop, onEdit }: ProviderRowsProps) {
  return (
    <ul className={styles.list} aria-label="Git providers">
      {providers.map(({ provider, isStored, fate, host }) => {
        const name = providerName(provider)
        return (
          <li className={styles.block} key={provider}>
            <div className={styles.blockHead}>
              <span className={styles.name}>{name}</span>
              {isStored ? <Pill tone={fate === 'remove' ? 'danger' : 'ok'}>set now</Pill> : <Pill>to be added</Pill>}
              <span className={styles.space} />
              {isStored ? (
                <Segments
                  label={`What becomes of ${name}`}
                  value={fate}
                  onChange={(next) => onChange(provider, { fate: next, host })}
                  choices={FATES}
                />
              ) : (
                <Button onPress={() => onDrop(provider)} aria-label={`Do not add ${name}`}>
                  Do not add
                </Button>
              )}
            </div>
            {fate !== 'remove' && (
              <div className={styles.pair}>
                <TextField
                  label={`Host of ${name}`}
                  placeholder="the usual one"
                  value={host}
                  onChange={(text) => {
                    onChange(provider, { fate, host: text })
                    onEdit()
                  }}
                  error={problems[`${provider}.host`] ?? null}
                  isMono
                  autoComplete="off"
                />
                {fate === 'new' && (
                  <SecretField
                    label={`Token of ${name}`}
                    inputRef={inputs.ref(tokenField(provider))}
                    error={problems[tokenField(provider)] ?? null}
                    onEdit={onEdit}
                  />
                )}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
