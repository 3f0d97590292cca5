import { z } from 'zod'
import { GIT_PROVIDERS } from './enums.ts'

const hostSchema = z
  .string()
  .regex(/^[A-Za-z0-9.-]+(?::\d+)?(?:\/[A-Za-z0-9._/-]*)?$/, { error: 'must be a host name, without https://' })

/** No provider makes a shorter one, and a shorter one could not be recognised and hidden in an answer. */
const SHORTEST_TOKEN = 8

export const providerTokenForWritingSchema = z.strictObject({
  /** Empty keeps the stored one (contract §10). */
  token: z
    .string()
    .refine((token) => token === '' || token.length >= SHORTEST_TOKEN, {
      error: `is shorter than ${SHORTEST_TOKEN} characters`,
    })
    .refine((token) => /^[\x21-\x7e]*$/.test(token), { error: 'holds spaces or characters that no token has' }),
  host: hostSchema.nullable(),
})

/** The whole map: a provider that is not in it is removed from the account (contract §10, §16.28). */
const providerTokensForWritingSchema = z.partialRecord(z.enum(GIT_PROVIDERS), providerTokenForWritingSchema)

export const mcpUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with https:// or http://',
})
const remoteServerSchema = z.strictObject({ url: mcpUrlSchema, api_key: z.string() })
const environmentSchema = z.record(z.string().min(1), z.string())

/** Body of `POST /api/add-git-providers`: seed §4.3, field by field. */
export const addGitProvidersSchema = z.strictObject({
  mcp_config: z
    .strictObject({
      sse_servers: z.array(remoteServerSchema),
      stdio_servers: z.array(
        z.strictObject({
          name: z.string().min(1),
          command: z.string().min(1),
          args: z.array(z.string()),
          env: environmentSchema,
        }),
      ),
      shttp_servers: z.array(remoteServerSchema),
    })
    .optional(),
  provider_tokens: providerTokensForWritingSchema,
})
export type AddGitProviders = z.input<typeof addGitProvidersSchema>

/** Body of its successor, `POST /api/v1/secrets/git-providers` (contract §10). */
export const gitProvidersForWritingSchema = z.strictObject({
  mcp_config: z
    .strictObject({
      mcpServers: z.record(
        z.string().min(1),
        z.union([
          z.strictObject({
            command: z.string().min(1),
            args: z.array(z.string()),
            env: environmentSchema,
            transport: z.literal('stdio'),
          }),
          z.strictObject({
            url: mcpUrlSchema,
            transport: z.enum(['sse', 'streamable-http']),
            headers: z.record(z.string(), z.string()),
          }),
        ]),
      ),
    })
    .nullable(),
  provider_tokens: providerTokensForWritingSchema,
})
export type GitProvidersForWriting = z.input<typeof gitProvidersForWritingSchema>
