export { type Completion, type Completions, completionsAt, type FilterWords, filterWordsSchema } from './completions.ts'
export {
  type Filter,
  type FilterTerm,
  filterSchema,
  MARKS,
  type Mark,
  type Moment,
  type Relation,
  RISKS,
  type Risk,
} from './filter.ts'
export { formatFilter, formatTerm, formatValues } from './formatFilter.ts'
export { type FilterProblem, type ParsedFilter, parseFilter } from './parseFilter.ts'
export { type SavedFilter, savedFilterSchema } from './savedFilter.ts'
