import { expect, test, WITH_PASSPHRASE } from './console.ts'

const MODEL_KEY = 'test-model-key-0001'

test('a conversation is started on a bare agent server, with its tags, and the key of its model is nowhere after', async ({
  page,
  host,
  service,
}) => {
  const { conversationUrl, key } = await service.agentOf(await service.conversation(3))
  const { address, connect, stderr } = await host({ env: WITH_PASSPHRASE })
  const { rpc, close } = await connect()
  await rpc.connections.add({
    kind: 'agent',
    name: 'my laptop',
    baseUrl: new URL(conversationUrl).origin,
    key,
    orgId: null,
  })
  close()
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(`in ${payload}`))
    socket.on('framesent', ({ payload }) => frames.push(`out ${payload}`))
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'New conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('button', { name: /Server/ }).click()
  await page.getByRole('option', { name: /my laptop/ }).click()
  await dialog.getByLabel('Message', { exact: true }).fill('Fix the flaky login test')
  await dialog.getByLabel('Model', { exact: true }).fill('acme/large')
  await dialog.getByLabel('Key of the model').fill(MODEL_KEY)
  await dialog.getByLabel('Tags').fill('team=web')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('● live')).toBeVisible()
  await expect(page.getByRole('row', { name: /Fix the flaky login test/ }).first()).toBeVisible()
  await expect(page.getByText('team=web')).toBeVisible()
  expect(frames.filter((frame) => frame.includes(MODEL_KEY))).toEqual([expect.stringMatching(/^out .*agent.*start/s)])
  expect(await page.content()).not.toContain(MODEL_KEY)
  expect(stderr()).not.toContain(MODEL_KEY)
  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(storage).not.toContain(MODEL_KEY)
  await page.getByRole('link', { name: /Conversations/ }).click()
  await expect(page.getByRole('row', { name: /my laptop/ }).first()).toBeVisible()
})
