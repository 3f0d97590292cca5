import { type Filter, type FilterTerm, LANES, type Lane } from '../../../shared/domain/index.ts'

/** Lanes that the filter asks for by their switches; none when it asks for all. */
export function lanesOf(filter: Filter): readonly Lane[] {
  return filter.find(isLanes)?.values ?? []
}

export function withLane(filter: Filter, lane: Lane): Filter {
  const lanes = lanesOf(filter)
  const next = lanes.includes(lane) ? lanes.filter((one) => one !== lane) : [...lanes, lane]
  const others = filter.filter((term) => !isLanes(term))
  // All lanes and none are the same wish.
  return next.length === 0 || next.length === LANES.length
    ? others
    : [...others, { field: 'lane', isNot: false, values: next }]
}

export function hasErrors(filter: Filter): boolean {
  return filter.some(isErrors)
}

export function withErrors(filter: Filter, isOn: boolean): Filter {
  const others = filter.filter((term) => !isErrors(term))
  return isOn ? [...others, { field: 'is', isNot: false, values: ['error'] }] : others
}

export function isLanes(term: FilterTerm): term is FilterTerm & { field: 'lane' } {
  return term.field === 'lane' && !term.isNot
}

export function isErrors(term: FilterTerm): boolean {
  return term.field === 'is' && !term.isNot && term.values.length === 1 && term.values[0] === 'error'
}
