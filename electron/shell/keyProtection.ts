import { safeStorage } from 'electron'
import type { KeyProtection } from '../core/ports.ts'

/**
 * The operating system's own key protection (Keychain, DPAPI, a keyring), or null where there is none. After the app is
 * ready.
 */
export async function systemKeyProtection(platform: NodeJS.Platform): Promise<KeyProtection | null> {
  const name = backendName(platform)
  if (name === null || !(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) return null
  return {
    name,
    // safeStorage seals text; the key's bytes go as base64.
    protect: (plain) => safeStorage.encryptStringAsync(Buffer.from(plain).toString('base64')),
    async unprotect(sealed) {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed))
      return Buffer.from(result, 'base64')
    },
  }
}

function backendName(platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return 'keychain'
  if (platform === 'win32') return 'dpapi'
  const backend = safeStorage.getSelectedStorageBackend()
  // basic_text encrypts with a password that is built into Chromium: that protects nothing.
  return backend === 'basic_text' || backend === 'unknown' ? null : backend
}
