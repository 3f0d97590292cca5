import type { ConnectionKind, Failure } from '../../../shared/domain/index.ts'

export interface ConnectFields {
  kind: ConnectionKind
  name: string
  baseUrl: string
  orgId: string
}

export type ConnectField = 'name' | 'baseUrl' | 'key' | 'orgId'

/** Says what is wrong with the address, or null. */
export function baseUrlProblem(baseUrl: string): string | null {
  if (baseUrl.trim() === '') return 'Enter the address of the server.'
  const url = parseUrl(baseUrl.trim())
  if (url === null) return 'This is not an address. It starts with https:// or http://.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only https:// and http:// addresses.'
  if (url.username !== '' || url.password !== '') return 'Leave user name and password out; the key goes below.'
  return null
}

/** The field to blame for a failure, so that it is shown where it can be mended. */
export function failedField(failure: Failure): ConnectField | null {
  if (failure.field !== null && isConnectField(failure.field)) return failure.field
  switch (failure.code) {
    case 'unauthorized':
    case 'forbidden':
      return 'key'
    case 'unreachable':
    case 'tls':
    case 'not-openhands':
    case 'timeout':
    case 'not-found':
      return 'baseUrl'
    default:
      return null
  }
}

function isConnectField(field: string): field is ConnectField {
  return field === 'name' || field === 'baseUrl' || field === 'key' || field === 'orgId'
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
