import { createMemoryHistory } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { App } from '../../../renderer/app/app.tsx'
import { createRpc, HostConnection, pageCredentials, webSocketOpener } from '../../../renderer/rpc/index.ts'
import { FakeSockets } from '../support/fakeSockets.ts'
import { until } from '../support/until.ts'

const sockets = new FakeSockets()
let close: () => void = () => undefined

afterEach(() => {
  close()
  sockets.restore()
  window.sessionStorage.clear()
})

function open(token: string | null): HostConnection {
  const connection = new HostConnection(webSocketOpener(pageCredentials(token), 'ws://127.0.0.1:1/rpc'))
  const pane = document.createElement('div')
  document.body.append(pane)
  const root = createRoot(pane)
  root.render(<App rpc={createRpc(connection)} history={createMemoryHistory({ initialEntries: ['/'] })} />)
  connection.start()
  close = () => {
    connection.stop()
    root.unmount()
    pane.remove()
  }
  return connection
}

test('a page without a token says where to open Handrail again', async () => {
  sockets.install()
  open(null)
  await expect.element(page.getByText('Open Handrail again from its printed address')).toBeVisible()
  expect(sockets.opened).toHaveLength(0)
})

test('a token that is refused leads to the same page and is not tried again', async () => {
  sockets.install()
  open('wrong')
  await until(() => sockets.opened[0]?.sent).toEqual(['{"token":"wrong"}'])
  sockets.opened[0]?.drop(4401)
  await expect.element(page.getByText('Open Handrail again from its printed address')).toBeVisible()
  expect(sockets.opened).toHaveLength(1)
})

test('a reload comes back in with the token that the tab kept', async () => {
  sockets.install()
  const connection = open('kept')
  await until(() => sockets.opened[0]?.sent).toHaveLength(1)
  sockets.opened[0]?.receive('{"ok":true}')
  await until(() => connection.status().state).toBe('open')
  close()
  open(null)
  await until(() => sockets.opened[1]?.sent).toEqual(['{"token":"kept"}'])
})

test('a refused token is forgotten, and the token never outlives the tab', async () => {
  sockets.install()
  open('s3cret-token')
  await until(() => sockets.opened[0]?.sent).toHaveLength(1)
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('s3cret-token')
  sockets.opened[0]?.drop(4401)
  await expect.element(page.getByText('Open Handrail again from its printed address')).toBeVisible()
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('s3cret-token')
})

test('a call under way when the host goes down fails with words, not silence', async () => {
  sockets.install()
  const connection = open('token')
  await until(() => sockets.opened[0]?.sent).toHaveLength(1)
  sockets.opened[0]?.receive('{"ok":true}')
  await until(() => connection.status().state).toBe('open')
  const answer = connection.call(['host', 'info'], {}, { context: {} })
  sockets.opened[0]?.drop(1006)
  await expect(answer).rejects.toThrow("Handrail's host process is not answering.")
  await until(() => sockets.opened[1]?.sent).toEqual(['{"token":"token"}'])
})
