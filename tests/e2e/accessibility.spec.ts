import { expect, test } from './console.ts'
import { problems } from './problems.ts'

// The themes differ in their colours only.
const RULES = { dark: undefined, light: ['color-contrast'] }

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('every page and what opens on it can be read and used by everyone', async ({ page, host }) => {
      // Half-faded text has no contrast to speak of.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const { address } = await host()
      const problemsNow = () => problems(page, RULES[colorScheme])
      await page.goto(address)
      const rows = page.getByRole('row')
      await expect(rows.nth(3)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      expect(await problemsNow()).toEqual([])

      for (const key of ['?', 'n']) {
        await page.keyboard.press(key)
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await problemsNow()).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).not.toBeVisible()
      }

      for (const name of [/Sandboxes/, /^Search/, /^Shared/, /^Imported/, /Connections/]) {
        await page.getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await problemsNow()).toEqual([])
      }

      await page.getByRole('link', { name: /Conversations/ }).click()
      await page.getByRole('row', { name: /Fix flaky login test/ }).click()
      await expect(page.getByRole('region', { name: 'Confirmation' })).toBeVisible()
      expect(await problemsNow()).toEqual([])
      // One in sight, as a person would: rows are drawn beyond the edges, too.
      await page.getByRole('grid', { name: 'Events' }).getByRole('row').last().click()
      await expect(page.getByRole('tab', { name: 'Pretty' })).toBeVisible()
      expect(await problemsNow()).toEqual([])
      await page.getByRole('tab', { name: 'JSON' }).click()
      await expect(page.getByText(/characters/)).toBeVisible()
      expect(await problemsNow()).toEqual([])

      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('searchbox', { name: 'Search all conversations' }).fill('login')
      await expect(page.getByRole('grid', { name: 'Found events' }).getByRole('row').first()).toBeVisible()
      await page.keyboard.press('ArrowDown')
      expect(await problemsNow()).toEqual([])

      await page.goto(`${new URL(address).origin}/#/nowhere`)
      await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
      expect(await problemsNow()).toEqual([])

      await page.getByRole('link', { name: /Conversations/ }).click()
      await page.getByRole('row', { name: /Triage backlog/ }).click()
      await expect(page.getByText(/sandbox asleep/).first()).toBeVisible()
      expect(await problemsNow()).toEqual([])
    })
  })
}
