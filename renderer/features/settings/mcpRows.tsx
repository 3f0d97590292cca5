import { Button, SecretArea, SecretField, Select, TextField } from '../../ui/index.ts'
import { environmentField, keyField, type McpDraft, type Problems } from './registrationDraft.ts'
import type { SecretInputs } from './secretInputs.ts'
import styles from './settings.module.css'

const KINDS = [
  { id: 'shttp', name: 'Streamable HTTP', detail: 'an address; the newer protocol' },
  { id: 'sse', name: 'SSE', detail: 'an address; the older protocol' },
  { id: 'stdio', name: 'Program', detail: 'a command that runs inside each sandbox' },
] as const

export interface McpRowsProps {
  servers: readonly McpDraft[]
  inputs: SecretInputs
  problems: Problems
  onChange: (servers: McpDraft[]) => void
  onEdit: () => void
}

/** The list of MCP servers that will be sent. */
export function McpRows({ servers, inputs, problems, onChange, onEdit }: McpRowsProps) {
  const change = (id: number, part: Partial<McpDraft>) => {
    onChange(servers.map((server) => (server.id === id ? { ...server, ...part } : server)))
    onEdit()
  }
  return (
    <ul className={styles.list} aria-label="MCP servers">
      {servers.map((server, at) => {
        const { id, kind } = server
        const problem = (field: string) => problems[`mcp.${id}.${field}`] ?? null
        return (
          <li className={styles.block} key={id}>
            <div className={styles.blockHead}>
              <span className={styles.name}>{server.name.trim() === '' ? `Server ${at + 1}` : server.name}</span>
              <span className={styles.space} />
              <Button
                onPress={() => onChange(servers.filter((one) => one.id !== id))}
                aria-label={`Take ${server.name.trim() === '' ? `server ${at + 1}` : server.name} off the list`}
              >
                Take off
              </Button>
            </div>
            <div className={styles.pair}>
              <Select
                label="Kind"
                value={kind}
                onChange={(next) => change(id, { kind: KINDS.find((one) => one.id === next)?.id ?? kind })}
                choices={KINDS}
              />
              <TextField
                label="Name"
                value={server.name}
                onChange={(name) => change(id, { name })}
                error={problem('name')}
                autoComplete="off"
              />
            </div>
            {kind === 'stdio' ? (
              <>
                <TextField
                  label="Command"
                  placeholder="npx"
                  value={server.command}
                  onChange={(command) => change(id, { command })}
                  error={problem('command')}
                  isMono
                  autoComplete="off"
                />
                <div className={styles.pair}>
                  <TextField
                    label="Arguments"
                    placeholder="one a line"
                    rows={3}
                    value={server.args}
                    onChange={(args) => change(id, { args })}
                  />
                  <SecretArea
                    label="Environment"
                    rows={3}
                    placeholder="NAME=value, one a line"
                    inputRef={inputs.ref(environmentField(id))}
                    error={problem('env')}
                    onEdit={onEdit}
                  />
                </div>
              </>
            ) : (
              <div className={styles.pair}>
                <TextField
                  label="Address"
                  placeholder="https://"
                  value={server.url}
                  onChange={(url) => change(id, { url })}
                  error={problem('url')}
                  isMono
                  autoComplete="off"
                />
                <SecretField
                  label="API key"
                  inputRef={inputs.ref(keyField(id))}
                  description="Left empty, none is sent."
                  onEdit={onEdit}
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
