import type { Plot } from '../plot.ts'
import { checkoutTests } from './checkoutTests.ts'
import { clientUpgrade } from './clientUpgrade.ts'
import { cronMigration } from './cronMigration.ts'
import { dependencyBump } from './dependencyBump.ts'
import { flakyTest } from './flakyTest.ts'
import { housekeeping } from './housekeeping.ts'
import { issueTriage } from './issueTriage.ts'
import { queryExplain } from './queryExplain.ts'
import { refactoring } from './refactoring.ts'
import { requestedChange } from './requestedChange.ts'
import { signOn } from './signOn.ts'

/** Every plot, the most particular first: the first one that suits a request is played. */
export const plots: readonly Plot[] = [
  checkoutTests,
  signOn,
  clientUpgrade,
  cronMigration,
  issueTriage,
  refactoring,
  queryExplain,
  housekeeping,
  flakyTest,
  dependencyBump,
  requestedChange,
]

/** The plot for a request: its words decide. */
export function plotFor(request: string): Plot {
  return plots.find((plot) => plot.suits.test(request)) ?? requestedChange
}
