import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './console.ts'

test('a typed key is, after connecting, nowhere but in the vault', async ({ page, host, service, dataDir }) => {
  const canary = service.key
  const { address, stderr } = await host()
  const frames: string[] = []
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(`in ${payload}`))
    socket.on('framesent', ({ payload }) => frames.push(`out ${payload}`))
  })
  await page.goto(address)
  await page.getByRole('link', { name: /Connections/ }).click()
  const connect = page.getByRole('button', { name: 'Check and connect' })
  if (!(await connect.isVisible()))
    await page
      .getByRole('button', { name: /connect|add/i })
      .first()
      .click()
  await page.getByLabel('Base URL').fill(service.url)
  await page.getByLabel('API key').fill(canary)
  await connect.click()
  await page.getByLabel('New passphrase').fill('test-passphrase-1')
  await page.getByLabel('Once more').fill('test-passphrase-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/is connected/).first()).toBeVisible()
  const sent = frames.length
  await page.getByRole('link', { name: /Conversations/ }).click()
  await page
    .getByRole('row', { name: /Bump zod to 4/ })
    .first()
    .click()
  await expect(page.getByText('● live')).toBeVisible()

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  let heap = ''
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heap += chunk
  })
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  expect(heap.includes('Bump zod to 4'), 'the snapshot holds what is on the page').toBe(true)
  expect(heap.includes(canary), 'heap of the page').toBe(false)

  expect(
    frames.slice(sent).filter((frame) => frame.includes(canary)),
    'frames after submit',
  ).toEqual([])
  expect(
    frames.filter((frame) => frame.startsWith('in ') && frame.includes(canary)),
    'frames to the page',
  ).toEqual([])
  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(storage.includes(canary), 'web storage').toBe(false)
  expect(
    [...logged, stderr()].filter((text) => text.includes(canary)),
    'logs',
  ).toEqual([])

  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('vault.json')
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name))
    expect(bytes.includes(canary), `file ${name}`).toBe(false)
  }
})
