import { createGateway, type GatewayOptions, type GatewayPorts } from '../../../../electron/core/gateway/index.ts'
import type { Connection, ConnectionKind } from '../../../../shared/domain/index.ts'
import { systemClock } from './systemClock.ts'

export const KEY = 'sk-oh-account-key-0123456789'
/** Never aborts. */
export const calm = new AbortController().signal

export function connectionTo(baseUrl: string, kind: ConnectionKind = 'app'): Connection {
  return { id: 'test', name: 'Test', kind, baseUrl, isLocal: false, orgId: null, createdAt: 0 }
}

export function gatewayFor(ports: Partial<GatewayPorts> = {}, options: GatewayOptions = {}, key = KEY) {
  return createGateway(
    { fetch: globalThis.fetch, proxyFor: async () => null, clock: systemClock, ...ports },
    { get: async () => key },
    options,
  )
}
