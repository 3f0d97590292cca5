import { z } from 'zod'
import { sandboxSchema, sandboxSpecSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const account = z.object({ connectionId: z.string() })
const one = account.extend({ id: z.string() })
const several = account.extend({ ids: z.array(z.string()).max(100) })

export const sandboxesContract = {
  list: procedure.input(account).output(z.array(sandboxSchema)),
  /** In request order, null for unknown ids. */
  get: procedure.input(several).output(z.array(sandboxSchema.nullable())),
  /** Made of the server's usual spec when `specId` is null. Answers at once; `get` tells how far it is. */
  create: procedure.input(account.extend({ specId: z.string().nullable() })).output(sandboxSchema),
  pause: procedure.input(one).output(nothing),
  resume: procedure.input(one).output(nothing),
  delete: procedure.input(one).output(nothing),
  /** Opens one of its addresses in the desktop's browser. Its token never leaves the host. */
  openUrl: procedure.input(one.extend({ name: z.string() })).output(nothing),
  specs: procedure.input(account).output(z.array(sandboxSpecSchema)),
  /** In request order, null for unknown ids. */
  specsById: procedure.input(several).output(z.array(sandboxSpecSchema.nullable())),
}
