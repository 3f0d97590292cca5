import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './console.ts'

test('a sandbox is made, its editor is opened with a token that the page never gets, and it is deleted', async ({
  page,
  host,
  dataDir,
}) => {
  const desktop = await fakeDesktop(dataDir)
  const { address } = await host({ env: { PATH: `${desktop.folder}:${process.env.PATH ?? ''}` } })
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await page.goto(address)
  await page.getByRole('link', { name: /Sandboxes/ }).click()
  await page.getByRole('button', { name: /^New sandbox/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New sandbox' })
  await dialog.getByRole('button', { name: /Spec/ }).click()
  await page.getByRole('option', { name: /1\.58\.0-java/ }).click()
  await dialog.getByRole('button', { name: /^Create sandbox/ }).click()
  await expect(dialog.getByText(/^Sandbox .* runs\.$/)).toBeVisible({ timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Close' }).click()

  const row = page.getByRole('row', { name: /1\.58\.0-java/ })
  await row.getByText('RUNNING', { exact: true }).click()
  const details = page.getByRole('complementary', { name: 'Selected sandbox' })
  await expect(details.getByText('MAVEN_MIRROR_TOKEN')).toBeVisible()
  await details.getByRole('button', { name: 'Open VSCODE' }).click()
  await expect(details.getByText(/VSCODE was given to the browser/)).toBeVisible()
  const opened = await desktop.opened()
  const token = /tkn=([0-9A-Za-z]{20,})/.exec(opened.page)?.[1] ?? ''
  expect(token).not.toBe('')
  expect(opened.argument).not.toContain(token)
  expect(frames.length).toBeGreaterThan(10)
  expect(frames.join('\n')).not.toContain(token)
  expect(await page.content()).not.toContain(token)
  expect(frames.join('\n')).not.toContain('test-mirror-token-0001')

  await details.getByRole('button', { name: 'Delete it…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sandbox' }).click()
  await expect(row).toHaveCount(0)
})

/** A desktop whose opener notes what it was given and what stands in it. */
async function fakeDesktop(dataDir: string) {
  const folder = join(dataDir, 'desktop')
  const notes = join(folder, 'opened')
  await mkdir(folder)
  for (const name of ['xdg-open', 'open']) {
    const file = join(folder, name)
    await writeFile(
      file,
      `#!/bin/sh\nprintf '%s\\n' "$1" > '${notes}.new'\ncat "$1" >> '${notes}.new'\nmv '${notes}.new' '${notes}'\n`,
    )
    await chmod(file, 0o755)
  }
  return {
    folder,
    async opened(): Promise<{ argument: string; page: string }> {
      let text = ''
      await expect.poll(async () => (text = await readFile(notes, 'utf8').catch(() => ''))).not.toBe('')
      const [argument = '', ...lines] = text.split('\n')
      return { argument, page: lines.join('\n') }
    },
  }
}
