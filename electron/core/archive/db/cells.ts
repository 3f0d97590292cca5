import type { SQLOutputValue } from 'node:sqlite'

type Cell = SQLOutputValue | undefined

/** Readers of single cells. They throw when the database holds another type than its schema says. */
export function numberCell(cell: Cell): number {
  if (typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number(cell)
  throw new TypeError(`expected a number in the archive, found ${typeof cell}`)
}

export function numberOrNull(cell: Cell): number | null {
  return cell === null ? null : numberCell(cell)
}

export function textCell(cell: Cell): string {
  if (typeof cell === 'string') return cell
  throw new TypeError(`expected text in the archive, found ${typeof cell}`)
}

export function bytesCell(cell: Cell): Uint8Array {
  if (cell instanceof Uint8Array) return cell
  throw new TypeError(`expected bytes in the archive, found ${typeof cell}`)
}
