import type { Base, Rooms } from './base.ts'

export function filterProcedures(base: Base, { filters }: Rooms) {
  return {
    list: base.filters.list.handler(() => filters.list()),
    save: base.filters.save.handler(({ input }) => filters.save(input)),
    remove: base.filters.remove.handler(({ input }) => filters.remove(input.id)),
  }
}
