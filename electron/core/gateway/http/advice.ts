import type { FailureCode } from '../../../../shared/domain/index.ts'
import { type Call, isSafe } from './call.ts'

/** One sentence on what to do next; empty when nothing can be done. */
export function adviceFor(code: FailureCode, call: Call): string {
  switch (code) {
    case 'unreachable':
      return 'Check the address, the network and the proxy, then try again.'
    case 'timeout':
      return isSafe(call)
        ? 'Try again; the server may be busy.'
        : 'It may have arrived all the same: look before you send it again.'
    case 'tls':
      return 'Check that the address is right and that this machine trusts the certificate of the server.'
    case 'not-openhands':
      return 'Check that the address is that of an OpenHands server and not of a proxy, sign-in page or other program.'
    case 'unauthorized':
      return call.server === 'app'
        ? 'The key is wrong, expired or revoked: enter a new one from Settings > API Keys.'
        : 'The key is not the one that this agent server was started with, or it changed when the sandbox resumed.'
    case 'forbidden':
      return 'Use a key that has the right to do this, or ask the owner of the account.'
    case 'not-found':
      return 'It may have been deleted, or belong to another account: refresh the list.'
    case 'conflict':
      return 'Refresh to see its state, then decide again.'
    case 'gone':
      return 'Its sandbox is archived; what is stored here can still be read.'
    case 'rejected':
      return 'Change the named value and try again.'
    case 'rate-limited':
      return 'Wait a moment, then try again.'
    case 'server-error':
      return isSafe(call)
        ? 'Try again; if it stays, the log of the server says why.'
        : 'Look whether it happened before you send it again.'
    case 'unsupported':
      return 'This version of the server cannot do it.'
    case 'invalid-input':
    case 'cancelled':
    case 'locked':
    case 'internal':
      return ''
  }
  code satisfies never
}
