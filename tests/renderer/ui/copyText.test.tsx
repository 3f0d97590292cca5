import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CopyText } from '../../../renderer/ui/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

/** What a page over plain HTTP from another machine has: no clipboard at all. */
function setClipboard(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
})

const button = (name: RegExp) => page.getByRole('button', { name })

test('an id is copied whole, and the button says so', async () => {
  const copied: string[] = []
  setClipboard({ writeText: async (text) => void copied.push(text) })
  renderInHost(<CopyText value="2d934c72a907" label="the id" />, new FakeHost())
  await button(/^Copy the id$/).click()
  await expect.element(button(/^Copied$/)).toBeVisible()
  expect(copied).toEqual(['2d934c72a907'])
})

test('where the browser does not let the page copy, it says what to do instead', async () => {
  setClipboard(undefined)
  renderInHost(<CopyText value="2d934c72a907" label="the id" />, new FakeHost())
  await button(/^Copy the id$/).click()
  await expect.element(button(/select the text instead/)).toBeVisible()
})
