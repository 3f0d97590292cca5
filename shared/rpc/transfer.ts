import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import {
  conversationRefSchema,
  exportFormatSchema,
  exportStageSchema,
  importedSchema,
  importStageSchema,
} from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const upload = z.object({ upload: z.string() })

/** Bytes of one part of a file that is handed over. */
export const UPLOAD_PART_BYTES = 384 * 1024

/** Files of what the archive holds; no server is asked. */
export const exportsContract = {
  /** Writes a file; ending the stream cancels it and leaves no file. */
  run: procedure
    .input(conversationRefSchema.extend({ format: exportFormatSchema }))
    .output(eventIterator(exportStageSchema)),
}

/** Conversations that are read from files: neither a server nor a key is needed. */
export const importsContract = {
  /** Names a file that will be handed over in parts. */
  begin: procedure.input(z.object({ name: z.string().max(500), size: z.number().int().min(0) })).output(upload),
  append: procedure
    .input(
      upload.extend({
        offset: z.number().int().min(0),
        /** At most `UPLOAD_PART_BYTES`, in base64, which every transport carries. */
        base64: z.string().max(Math.ceil(UPLOAD_PART_BYTES / 3) * 4),
      }),
    )
    .output(z.object({ received: z.number() })),
  /** Takes the file in once all of it is there, then removes it; ending the stream cancels it. */
  read: procedure.input(upload).output(eventIterator(importStageSchema)),
  /** Gives up a file that is not whole. */
  discard: procedure.input(upload).output(nothing),
  /** The last import first. */
  list: procedure.input(nothing).output(z.array(importedSchema)),
  /** Removes an imported conversation from this machine. */
  forget: procedure.input(z.object({ conversationId: z.string() })).output(nothing),
}
