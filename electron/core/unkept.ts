import path from 'node:path'
import { z } from 'zod'
import { oneAtATime, readStored, writeStored } from './vault/index.ts'

const fileSchema = z.object({
  format: z.literal('handrail-unkept'),
  version: z.literal(1, { error: 'it was written by another version of Handrail' }),
  connections: z.array(z.string()),
})

/** Connections of which nothing is kept on the disk, by id. */
export interface Unkept {
  list(): string[]
  has(connectionId: string): boolean
  set(connectionId: string, isUnkept: boolean): Promise<void>
}

/**
 * Opens unkept.json of a data folder; without one everything is kept. Not in the archive: one that is begun anew must
 * not begin to keep.
 *
 * @throws DamagedFileError when the file is there and cannot be understood: nothing may be kept then.
 */
export async function openUnkept({ dataDir }: { dataDir: string }): Promise<Unkept> {
  const file = path.join(dataDir, 'unkept.json')
  const serially = oneAtATime()
  let connections = (await readStored(file, fileSchema))?.connections ?? []
  return {
    list: () => [...connections],
    has: (connectionId) => connections.includes(connectionId),
    set: (connectionId, isUnkept) =>
      serially(async () => {
        const others = connections.filter((id) => id !== connectionId)
        const after = isUnkept ? [...others, connectionId] : others
        await writeStored(file, fileSchema.parse({ format: 'handrail-unkept', version: 1, connections: after }))
        connections = after
      }),
  }
}
