import { onTestFinished } from 'vitest'
import type { AppServerClient, Gateway } from '../../../../electron/core/gateway/index.ts'
import { type LocalService, startLocalService } from '../../../../electron/local/index.ts'
import type { Registration } from '../../../../shared/domain/index.ts'
import type { FakeServer } from './fakeServer.ts'
import { connectionTo, gatewayFor } from './gateway.ts'

export const TOKEN = 'ghp_test-token-0123456789'
export const VALUE = 'test-secret-value-0123456789'
export const REGISTRATION: Registration = {
  providers: [
    { provider: 'github', token: null, host: 'github.com' },
    { provider: 'gitlab', token: TOKEN, host: null },
  ],
  mcpServers: [
    { kind: 'sse', name: 'news', url: 'https://mcp.example.test/sse', apiKey: VALUE },
    { kind: 'stdio', name: 'files', command: 'npx', args: ['-y', 'files'], env: { FILES_TOKEN: VALUE, MODE: 'read' } },
    { kind: 'shttp', name: 'search', url: 'https://mcp.example.test/mcp', apiKey: '' },
  ],
}

export interface LocalAccount {
  service: LocalService
  gateway: Gateway
  app: AppServerClient
  /** Every value that the gateway hides from now on. */
  held: string[]
}

/** A client of a local service of its own, which ends with the test. */
export async function localAccount(): Promise<LocalAccount> {
  const service = await startLocalService({ speed: 100 })
  onTestFinished(() => service.close())
  const held: string[] = []
  const gateway = gatewayFor({}, { onSecretHeld: (secret) => held.push(secret) }, service.key)
  return { service, gateway, app: gateway.appServer(connectionTo(service.url)), held }
}

export const clientOf = ({ url }: FakeServer, orgId: string | null = null) =>
  gatewayFor().appServer({ ...connectionTo(url), orgId })
