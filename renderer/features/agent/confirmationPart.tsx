import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RISK_THRESHOLDS } from '../../../shared/contract/index.ts'
import type { AgentSettings, ConversationRef, PolicyChoice } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, Cards, Check, Select } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import styles from './agent.module.css'
import { CommandNotice } from './commandNotice.tsx'
import { Part } from './part.tsx'

export interface ConfirmationPartProps {
  conversation: ConversationRef
  settings: AgentSettings
}

const KINDS = [
  { id: 'NeverConfirm', name: 'Never', detail: 'It acts on its own.' },
  { id: 'ConfirmRisky', name: 'When it is risky', detail: 'It waits before an action of a risk from a threshold on.' },
  { id: 'AlwaysConfirm', name: 'Always', detail: 'It waits before every action.' },
] as const

const RISKS = { LOW: 'low: every known risk', MEDIUM: 'medium and high', HIGH: 'high only' } as const

/** When the agent must ask before it acts. */
export function ConfirmationPart({ conversation, settings }: ConfirmationPartProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { command, run } = useCommand<'policy'>()
  const [draft, setDraft] = useState<PolicyChoice | null>(null)
  const known = knownPolicy(settings.policy)
  const shown = draft ?? known
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(known)

  async function save() {
    if (draft === null) return
    const isSaved = await run('policy', (signal) =>
      client.agent.setPolicy({ ...conversation, policy: draft }, { signal }),
    )
    if (!isSaved) return
    await queries.invalidateQueries({ queryKey: orpc.agent.settings.key({ input: conversation }) })
    setDraft(null)
  }

  return (
    <Part name="Confirmation" about="When the agent must ask before it acts. It holds from the next action on.">
      {known === null && (
        <p className={styles.about}>
          The server has a policy that Handrail does not know: <code>{settings.policy.kind}</code>.
        </p>
      )}
      <Cards
        label="When the agent must ask"
        value={shown?.kind ?? ''}
        choices={KINDS}
        onChange={(kind) => setDraft(choiceOf(kind, shown))}
      />
      {shown?.kind === 'ConfirmRisky' && (
        <div className={styles.pair}>
          <Select
            label="It asks when the risk is"
            value={shown.threshold}
            choices={RISK_THRESHOLDS.map((id) => ({ id, name: RISKS[id] }))}
            onChange={(id) => {
              const threshold = RISK_THRESHOLDS.find((one) => one === id)
              if (threshold !== undefined) setDraft({ ...shown, threshold })
            }}
          />
          <Check
            isSelected={shown.confirmUnknown}
            onChange={(confirmUnknown) => setDraft({ ...shown, confirmUnknown })}
            description="An action that nothing has judged."
          >
            Also when the risk is unknown
          </Check>
        </div>
      )}
      {shown?.kind === 'ConfirmRisky' && settings.analyzer === null && (
        <Banner tone="warn" title="No security analyzer judges the actions, so every risk is unknown.">
          {shown.confirmUnknown ? 'It will ask before every action.' : 'It will never ask.'}
        </Banner>
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          isDisabled={!isChanged}
          isPending={command.state === 'running'}
          onPress={() => void save()}
        >
          Set
        </Button>
        {isChanged && command.state !== 'running' && (
          <Button variant="quiet" onPress={() => setDraft(null)}>
            As it is
          </Button>
        )}
      </div>
      <CommandNotice command={command} doing="Setting the policy…" />
    </Part>
  )
}

function knownPolicy({ kind, threshold, confirmUnknown }: AgentSettings['policy']): PolicyChoice | null {
  if (kind === 'NeverConfirm' || kind === 'AlwaysConfirm') return { kind }
  if (kind !== 'ConfirmRisky') return null
  const known = RISK_THRESHOLDS.find((one) => one === threshold)
  return { kind, threshold: known ?? 'HIGH', confirmUnknown: confirmUnknown ?? true }
}

function choiceOf(kind: PolicyChoice['kind'] | '', shown: PolicyChoice | null): PolicyChoice | null {
  switch (kind) {
    case 'NeverConfirm':
    case 'AlwaysConfirm':
      return { kind }
    case 'ConfirmRisky':
      return shown?.kind === kind ? shown : { kind, threshold: 'HIGH', confirmUnknown: true }
    case '':
      return null
    default:
      return kind satisfies never
  }
}
