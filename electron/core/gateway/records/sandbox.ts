import { sandboxSchema } from '../../../../shared/contract/index.ts'
import { type ExposedUrl, redactFields, type Sandbox } from '../../../../shared/domain/index.ts'
import { deviationsOf } from './deviations.ts'
import { fieldsOf } from './fields.ts'

export interface SandboxReading {
  sandbox: Sandbox
  /** Never leaves the gateway. */
  sessionKey: string | null
  /** Values of `tkn=` in its addresses: the VSCODE address embeds a key (contract §4). */
  tokens: string[]
  /** Whole addresses by name, tokens included. */
  addresses: Map<string, string>
}

/**
 * Reads a SandboxInfo (contract §4); null when it has no id. Its addresses are given without their tokens.
 * `conversations` stays empty: the record does not say which live in it, the list of conversations does. So does
 * `absence`: one record does not say how often it was so before.
 */
export function readSandbox(connectionId: string, record: unknown): SandboxReading | null {
  const fields = fieldsOf(record)
  const id = fields.text('id')
  if (id === null) return null
  const exposed = fields.list('exposed_urls').flatMap(readExposed)
  return {
    sessionKey: fields.text('session_api_key'),
    tokens: exposed.flatMap(({ url }) => tokensOf(url)),
    addresses: new Map(exposed.map(({ name, url }) => [name, url])),
    sandbox: {
      connectionId,
      id,
      status: fields.text('status')?.toUpperCase() ?? 'MISSING',
      statusDetail: fields.text('status_detail'),
      specId: fields.text('sandbox_spec_id') ?? '',
      createdAt: fields.time('created_at'),
      exposedUrls: exposed.map(withoutToken),
      conversations: [],
      absence: null,
      deviations: deviationsOf(sandboxSchema, record),
    },
  }
}

interface Exposed {
  name: string
  url: string
  port: number | null
}

function readExposed(record: unknown): Exposed[] {
  const fields = fieldsOf(record)
  const name = fields.text('name')
  const url = fields.text('url')
  return name === null || url === null ? [] : [{ name, url, port: fields.number('port') }]
}

function withoutToken({ name, url, port }: Exposed): ExposedUrl {
  const parsed = URL.parse(url)
  if (parsed !== null) {
    parsed.searchParams.delete('tkn')
    parsed.username = ''
    parsed.password = ''
    // Not sent to a server, and so a place where pages put tokens.
    parsed.hash = ''
  }
  const shown = String(redactFields(parsed?.href ?? url, 'event').value)
  return { name, url: shown, port, hasToken: tokensOf(url).length > 0 }
}

function tokensOf(url: string): string[] {
  return URL.parse(url)?.searchParams.getAll('tkn') ?? []
}
