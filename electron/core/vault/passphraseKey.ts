import { createSecretKey, type KeyObject, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'

/**
 * What scrypt was asked for, stored beside what it protects so that later versions can ask for more. The limits keep a
 * changed file from weakening the key or from taking all memory.
 */
export const scryptSchema = z.object({
  salt: z.base64().refine((text) => Buffer.from(text, 'base64').length >= 16, 'must be at least 16 bytes'),
  N: z
    .number()
    .int()
    .min(2 ** 15)
    .max(2 ** 20)
    .refine((n) => Number.isInteger(Math.log2(n)), 'must be a power of two'),
  r: z.number().int().min(8).max(16),
  p: z.number().int().min(1).max(8),
})
export type ScryptParameters = z.infer<typeof scryptSchema>

/** OWASP's first choice for scrypt: 128 MiB and about 0.3 s a try, with a salt of its own. */
export function freshScrypt(): ScryptParameters {
  return { salt: randomBytes(32).toString('base64'), N: 2 ** 17, r: 8, p: 1 }
}

/** The 256-bit key that a passphrase gives. NFKC, so that an é typed on another keyboard is the same é. */
export function keyFromPassphrase(passphrase: string, { salt, N, r, p }: ScryptParameters): Promise<KeyObject> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 128 * N * r * p + 2 ** 20 }
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options, (error, bytes) => {
      if (error) return reject(error)
      resolve(createSecretKey(bytes))
      bytes.fill(0)
    })
  })
}
