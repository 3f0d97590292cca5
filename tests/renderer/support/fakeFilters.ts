import { implement } from '@orpc/server'
import type { FilterWords, SavedFilter } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'

/** Words of every fake conversation. */
export const FAKE_WORDS: FilterWords = {
  kinds: ['ActionEvent', 'MessageEvent', 'ObservationEvent'],
  sources: ['agent', 'environment', 'user'],
  tools: ['browser_navigate', 'file_editor', 'task_tracker', 'terminal', 'think'],
  tags: ['team', 'team=web'],
}

export interface FakeFiltersState {
  saved: SavedFilter[]
}

/** Saved filters over a state in memory. */
export function fakeFilterProcedures(state: FakeFiltersState) {
  const os = implement(contract)
  return {
    filters: {
      list: os.filters.list.handler(() => state.saved),
      save: os.filters.save.handler(({ input }) => {
        state.saved = [...state.saved.filter(({ id }) => id !== input.id), input]
        return state.saved
      }),
      remove: os.filters.remove.handler(({ input }) => {
        state.saved = state.saved.filter(({ id }) => id !== input.id)
        return state.saved
      }),
    },
  }
}
