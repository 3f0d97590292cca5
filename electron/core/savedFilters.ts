import path from 'node:path'
import { z } from 'zod'
import { HandrailError, type SavedFilter, savedFilterSchema } from '../../shared/domain/index.ts'
import { oneAtATime, readStored, writeStored } from './vault/index.ts'

const fileSchema = z.object({
  format: z.literal('handrail-filters'),
  version: z.literal(1, { error: 'it was written by another version of Handrail' }),
  filters: z.array(savedFilterSchema),
})

/** Filters that are kept under names. All calls reject with `DamagedFileError` while their file cannot be understood. */
export interface SavedFilters {
  /** By name. */
  list(): Promise<SavedFilter[]>
  /** Adds a filter, or changes the one of this id. */
  save(filter: SavedFilter): Promise<SavedFilter[]>
  remove(id: string): Promise<SavedFilter[]>
}

/** The saved filters of a data folder, in filters.json. The file is read when they are asked for: a damaged one keeps nothing else from starting. */
export function createSavedFilters({ dataDir }: { dataDir: string }): SavedFilters {
  const file = path.join(dataDir, 'filters.json')
  const serially = oneAtATime()
  const stored = async () => (await readStored(file, fileSchema))?.filters ?? []
  const change = (next: (before: SavedFilter[]) => SavedFilter[]) =>
    serially(async () => {
      const before = await stored()
      const after = next(before).sort((a, b) => a.name.localeCompare(b.name))
      await writeStored(file, fileSchema.parse({ format: 'handrail-filters', version: 1, filters: after }))
      return after
    })

  return {
    list: () => serially(stored),
    save: (filter) =>
      change((before) => {
        const others = before.filter(({ id }) => id !== filter.id)
        if (others.some(({ name }) => name.toLowerCase() === filter.name.toLowerCase())) throw taken(filter.name)
        return [...others, filter]
      }),
    remove: (id) => change((before) => before.filter((filter) => filter.id !== id)),
  }
}

function taken(name: string): HandrailError {
  return new HandrailError({
    code: 'conflict',
    message: `There is a saved filter “${name}” already. Nothing was changed.`,
    advice: 'Choose another name, or delete the other one first.',
  })
}
