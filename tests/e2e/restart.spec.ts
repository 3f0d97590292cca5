import { expect, test } from './console.ts'

test('a page whose host was killed says so, and goes on with what was typed at the address of the next start', async ({
  page,
  host,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const first = await host()
  await page.goto(first.address)
  await page.getByRole('row', { name: /Write e2e for checkout/ }).click()
  await expect(page.getByText('● live')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('typed before the host died')
  await first.kill('SIGKILL')
  await expect(page.getByText("Handrail's host process is not answering.")).toBeVisible()
  await expect(page.getByText('● live')).not.toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(1)

  const { port } = new URL(first.address)
  const second = await host({ args: ['--port', port] })
  await expect(page.getByRole('heading', { name: 'This page is not let in' })).toBeVisible()
  // In the same tab only the fragment differs, so the browser loads nothing by itself.
  await page.goto(second.address)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('typed before the host died')
  await expect(page.getByText('● live')).toBeVisible()
  expect(page.url()).not.toContain('token')
  expect(errors).toEqual([])
})
