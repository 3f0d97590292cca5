import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyProtection } from '../../../electron/core/ports.ts'

/** A keyring like the operating system's: only the same one opens what it sealed. */
export function keyring(name = 'test_keyring'): KeyProtection {
  const key = randomBytes(32)
  return {
    name,
    async protect(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    async unprotect(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    },
  }
}
