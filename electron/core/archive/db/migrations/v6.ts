import type { DatabaseSync } from 'node:sqlite'
import { isWireObject } from '../../../../../shared/domain/index.ts'
import { lightOfEvent, parseLight } from '../../ingest/lightEvent.ts'
import { numberCell, textCell } from '../cells.ts'

/**
 * Rows of the tail say who sent an event and which files it names. Of sealed events it is read from their JSON when
 * their columns are first needed: they may be a million.
 */
export function sourcesOfTail(db: DatabaseSync): void {
  const update = db.prepare('UPDATE tail SET light = ? WHERE seq = ?')
  const rows = db.prepare('SELECT seq FROM tail').all()
  const read = db.prepare('SELECT light, json FROM tail WHERE seq = ?')
  for (const { seq } of rows) {
    const row = read.get(numberCell(seq))
    const event: unknown = JSON.parse(textCell(row?.json))
    const light = parseLight(textCell(row?.light))
    const { source, paths } = lightOfEvent(isWireObject(event) ? event : {}, light.id, light)
    update.run(JSON.stringify({ ...light, source, paths }), numberCell(seq))
  }
}
