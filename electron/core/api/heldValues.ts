import { writtenForms } from '../gateway/index.ts'
import type { Rooms } from './base.ts'

/** Shorter values stand in ordinary text by chance and are not looked for (architecture decision 12). */
const SHORTEST = 8

/** Takes values that were just sent out of what the archive holds already. Does not make anyone wait. */
export function searchArchiveFor(
  { archive, ports }: Pick<Rooms, 'archive' | 'ports'>,
  values: readonly string[],
): void {
  const needles = values.filter((value) => value.length >= SHORTEST).flatMap(writtenForms)
  if (needles.length === 0) return
  archive.rescan(needles).then(
    (changed) => ports.log('info', 'archive searched for new secrets', { changed }),
    (error: unknown) => ports.log('error', 'archive not searched for new secrets', { error: String(error) }),
  )
}
