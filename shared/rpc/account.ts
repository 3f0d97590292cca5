import { z } from 'zod'
import {
  accountKeySchema,
  accountSettingsSchema,
  accountUserSchema,
  connectionCheckSchema,
  groupingStrategySchema,
  probeSchema,
  profilesSchema,
  registrationSchema,
  secretEntrySchema,
  serverConfigSchema,
} from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const ofConnection = z.object({ connectionId: z.string() })

/** Who the key of a connection is, and what its server says about itself. Each fails for itself. */
export const accountContract = {
  key: procedure.input(ofConnection).output(accountKeySchema),
  user: procedure.input(ofConnection).output(accountUserSchema),
  serverConfig: procedure.input(ofConnection).output(serverConfigSchema),
  probes: procedure.input(ofConnection).output(z.array(probeSchema)),
  /** Checks the key with the organisation, then keeps it. Nothing changes when the check fails. */
  setOrganisation: procedure
    .input(ofConnection.extend({ orgId: z.string().max(200).nullable() }))
    .output(connectionCheckSchema),
}

export const settingsContract = {
  /** `settings` is null for a user who never stored any. */
  read: procedure.input(ofConnection).output(z.object({ settings: accountSettingsSchema.nullable() })),
  /** Nothing but the five values passes: another one would lock the account (contract §18.4). */
  setGrouping: procedure.input(ofConnection.extend({ strategy: groupingStrategySchema })).output(nothing),
  profiles: procedure.input(ofConnection).output(profilesSchema),
}

/** Values come in with `create` and never go out. */
export const secretsContract = {
  search: procedure
    .input(ofConnection.extend({ name: z.string(), pageId: z.string().nullable() }))
    .output(z.object({ items: z.array(secretEntrySchema), nextPageId: z.string().nullable() })),
  create: procedure.input(ofConnection.extend({ ...secretEntrySchema.shape, value: z.string() })).output(nothing),
  change: procedure.input(ofConnection.extend({ id: z.string(), change: secretEntrySchema })).output(nothing),
  delete: procedure.input(ofConnection.extend({ id: z.string() })).output(nothing),
}

export const gitProvidersContract = {
  /** Replaces every stored provider by those given. */
  register: procedure.input(ofConnection.extend({ registration: registrationSchema })).output(nothing),
  removeAll: procedure.input(ofConnection).output(nothing),
}
