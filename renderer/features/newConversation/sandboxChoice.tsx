import type { Connection, Sandbox } from '../../../shared/domain/index.ts'
import { Banner, Select, shortId } from '../../ui/index.ts'
import { useSandboxes } from '../sandboxes/index.ts'

const NEW = 'new'

export interface SandboxChoiceProps {
  connection: Connection
  value: string | null
  onChange: (sandboxId: string | null) => void
}

/** A sandbox of its own, or one that is there; says who shares it and what sharing means. */
export function SandboxChoice({ connection, value, onChange }: SandboxChoiceProps) {
  const { sandboxes } = useSandboxes([connection])
  const usable = sandboxes.filter(({ status }) => status === 'RUNNING' || status === 'PAUSED')
  const chosen = usable.find(({ id }) => id === value)
  return (
    <>
      <Select
        label="Sandbox"
        value={chosen?.id ?? NEW}
        onChange={(id) => onChange(id === NEW ? null : id)}
        choices={[
          { id: NEW, name: 'A new sandbox', detail: 'or as the account’s grouping setting has it' },
          ...usable.map((sandbox) => ({
            id: sandbox.id,
            name: `${shortId(sandbox.id)} · ${sandbox.status.toLowerCase()}`,
            detail: shared(sandbox),
          })),
        ]}
      />
      {chosen !== undefined && (
        <Banner tone="warn" title={shared(chosen)}>
          They see the same files, processes and credentials, and are paused together: sharing a sandbox is no security
          boundary.{chosen.status === 'PAUSED' && ' It is paused and will be resumed.'}
        </Banner>
      )}
    </>
  )
}

function shared({ conversations }: Sandbox): string {
  if (conversations.length === 0) return 'No conversation is known to live in it.'
  const names = conversations.map(({ title, conversationId }) => title ?? shortId(conversationId))
  return `Shared with ${names.join(', ')}.`
}
