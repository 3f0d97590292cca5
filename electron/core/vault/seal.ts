import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'

const base64 = (bytes: number) =>
  z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes, `must be ${bytes} bytes in base64`)

/** AES-256-GCM: nonce, ciphertext and tag in base64. */
export const sealedSchema = z.object({ nonce: base64(12), sealed: z.base64(), tag: base64(16) })
export type Sealed = z.infer<typeof sealedSchema>

/** Encrypts under a fresh random nonce. `purpose` is authenticated with it: a box opens only for the purpose it was made for. */
export function seal(key: KeyObject, purpose: string, plain: Uint8Array): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(purpose, 'utf8'))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return {
    nonce: nonce.toString('base64'),
    sealed: sealed.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  }
}

/** Gives the plain bytes (the caller wipes them), or null when key, purpose or box are not what was sealed. */
export function unseal(key: KeyObject, purpose: string, box: Sealed): Buffer | null {
  // The full tag length is demanded: GCM otherwise accepts shorter, forgeable tags.
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'base64'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(purpose, 'utf8'))
  decipher.setAuthTag(Buffer.from(box.tag, 'base64'))
  const plain = decipher.update(Buffer.from(box.sealed, 'base64'))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return null
  }
}
