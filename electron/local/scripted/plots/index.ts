import type { Plot } from '../plot.ts'
import { dependencyBump } from './dependencyBump.ts'
import { flakyTest } from './flakyTest.ts'

/** Every plot; the first that suits a request is played. */
export const plots: readonly Plot[] = [dependencyBump, flakyTest]

/** The plot for a request; words decide, and the flaky test is played when none fits. */
export function plotFor(request: string): Plot {
  return plots.find((plot) => plot.suits.test(request)) ?? flakyTest
}
