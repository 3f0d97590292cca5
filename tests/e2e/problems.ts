import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What axe finds on the page as it is now, in words. */
export async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}
