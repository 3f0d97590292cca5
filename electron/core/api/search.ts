import type { Base, Rooms } from './base.ts'

export function searchProcedures(base: Base, { archive }: Rooms) {
  return {
    find: base.search.find.handler(({ input, signal }) => archive.search(input, signal)),
  }
}
