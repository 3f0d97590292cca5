import { z } from 'zod'
import { sandboxSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

export const sandboxesContract = {
  list: procedure.input(z.object({ connectionId: z.string() })).output(z.array(sandboxSchema)),
  pause: procedure.input(z.object({ connectionId: z.string(), id: z.string() })).output(nothing),
  resume: procedure.input(z.object({ connectionId: z.string(), id: z.string() })).output(nothing),
}
