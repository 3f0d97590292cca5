import path from 'node:path'
import { z } from 'zod'
import { type Connection, connectionSchema, HandrailError } from '../../../shared/domain/index.ts'
import { oneAtATime } from './oneAtATime.ts'
import { readStored, writeStored } from './storedFile.ts'
import type { Connections } from './types.ts'

const fileSchema = z.object({
  format: z.literal('handrail-connections'),
  version: z.literal(1, { error: 'it was written by another version of Handrail' }),
  connections: z.array(connectionSchema),
})

/**
 * Opens connections.json of a data folder; without one the list is empty. `add` replaces a connection of the same id.
 *
 * @throws DamagedFileError when the file is there and cannot be understood; it is left as it is.
 */
export async function createConnections({ dataDir }: { dataDir: string }): Promise<Connections> {
  const file = path.join(dataDir, 'connections.json')
  const serially = oneAtATime()
  let connections = (await readStored(file, fileSchema))?.connections ?? []

  const change = (next: (before: Connection[]) => Connection[]) =>
    serially(async () => {
      const after = next(connections)
      // Checked before writing: whatever else the objects carry is left out, so no key can slip into the file.
      await writeStored(file, fileSchema.parse({ format: 'handrail-connections', version: 1, connections: after }))
      connections = after
    })

  return {
    list: () => [...connections],
    get(id) {
      const found = connections.find((connection) => connection.id === id)
      if (!found) throw new HandrailError({ code: 'not-found', message: `There is no connection ${id}.` })
      return found
    },
    add: (connection) => {
      const checked = connectionSchema.parse(connection)
      return change((before) => [...before.filter(({ id }) => id !== checked.id), checked])
    },
    async remove(id) {
      if (connections.some((connection) => connection.id === id)) {
        await change((before) => before.filter((connection) => connection.id !== id))
      }
    },
  }
}
