import type { Sandbox } from '../../../../shared/domain/index.ts'
import { fieldsOf } from './fields.ts'

export interface SandboxReading {
  sandbox: Sandbox
  /** Never leaves the gateway. */
  sessionKey: string | null
  /** Values of `tkn=` in its addresses: the VSCODE address embeds a key (contract §4). */
  tokens: string[]
}

/**
 * Reads a SandboxInfo (contract §4); null when it has no id. Its addresses are dropped, since one embeds a key.
 * `conversations` stays empty: the record does not say which live in it, the list of conversations does.
 */
export function readSandbox(connectionId: string, record: unknown): SandboxReading | null {
  const fields = fieldsOf(record)
  const id = fields.text('id')
  if (id === null) return null
  return {
    sessionKey: fields.text('session_api_key'),
    tokens: fields.list('exposed_urls').flatMap((exposed) => tokensOf(fieldsOf(exposed).text('url'))),
    sandbox: {
      connectionId,
      id,
      status: fields.text('status')?.toUpperCase() ?? 'MISSING',
      statusDetail: fields.text('status_detail'),
      specId: fields.text('sandbox_spec_id') ?? '',
      createdAt: fields.time('created_at'),
      conversations: [],
    },
  }
}

function tokensOf(url: string | null): string[] {
  return url === null ? [] : (URL.parse(url)?.searchParams.getAll('tkn') ?? [])
}
