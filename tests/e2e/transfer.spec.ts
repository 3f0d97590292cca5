import { readFile } from 'node:fs/promises'
import { expect, test } from './console.ts'
import { problems } from './problems.ts'

test('a conversation leaves as a file, comes back as an imported one, is deleted from the archive, and its report is read in a browser', async ({
  page,
  host,
  context,
}) => {
  // Half-faded text has no contrast to speak of.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Rotate staging certificates/ }).click()
  await expect(page.getByText(/events 58 local = 58 server/)).toBeVisible({ timeout: 20_000 })

  async function exported(format: string): Promise<string> {
    await page.keyboard.press('w')
    await page.getByRole('radio', { name: new RegExp(format) }).check({ force: true })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = test.info().outputPath((await download).suggestedFilename())
    await (await download).saveAs(file)
    await expect(page.getByText(/58 events in/)).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    return file
  }
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await problems(page)).toEqual([])
  await page.keyboard.press('Escape')
  const zip = await exported('Zip')
  const report = await exported('Report')

  await page.getByRole('link', { name: 'Imported' }).click()
  await page.locator('input[type=file]').setInputFiles(zip)
  await expect(page.getByText(/58 events of “archived_/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: /Open “Rotate staging certificates”/ }).click()
  await expect(page.getByText('imported · read only')).toBeVisible()
  await expect(page.getByText('imported · 58 events')).toBeVisible()
  await expect(page.getByRole('grid').getByRole('row').first()).toBeVisible()
  await page.getByRole('link', { name: 'All imported' }).click()
  await page.getByRole('button', { name: 'Remove Rotate staging certificates' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/Nothing yet/)).toBeVisible()

  await page.getByRole('link', { name: 'Archive' }).click()
  // What was told of finished progress stays in React Aria's log of announcements, and names bars that are gone.
  await page.reload()
  await page.getByRole('row', { name: /Rotate staging certificates/ }).focus()
  await page.keyboard.press('Space')
  expect(await problems(page)).toEqual([])
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete here' }).click()
  await expect(page.getByText(/came back to the disk/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Nothing is kept')).toBeVisible()

  const reader = await context.newPage()
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  await reader.goto(`file://${report}`)
  await expect(reader.getByRole('heading', { name: 'Rotate staging certificates' })).toBeVisible()
  await expect(reader.locator('article')).toHaveCount(58)
  for (const colorScheme of ['dark', 'light'] as const) {
    await reader.emulateMedia({ colorScheme })
    expect(await problems(reader)).toEqual([])
  }
  expect(asked).toEqual([`file://${report}`])
  expect(await readFile(report, 'utf8')).not.toContain('<script')
})

test('a file that is no trajectory is refused with its name, and tried again when it is whole', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await page.goto(address)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'page.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('<html>Sign in</html>'),
  })
  await expect(page.getByText('“page.zip” is neither a zip nor lines of JSON.')).toBeVisible()
  const event = { id: 'e-1', kind: 'MessageEvent', timestamp: '2026-08-24T09:00:00', source: 'user' }
  const lines = `${JSON.stringify(event)}\n{"cut`
  await file.setInputFiles({ name: 'run.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) })
  await expect(page.getByText(/1 event of “run.jsonl” is in the archive/)).toBeVisible()
  await expect(page.getByText('line 2')).toBeVisible()
  expect(await problems(page)).toEqual([])
})
