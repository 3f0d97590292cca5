import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'
import type { StoreApi } from 'zustand'
import { App } from '../../../renderer/app/app.tsx'
import { useAgentDrafts } from '../../../renderer/features/agent/agentDrafts.ts'
import { useSettingsDrafts } from '../../../renderer/features/settings/draftStore.ts'
import {
  createQueryClient,
  createRpc,
  HostConnection,
  portLink,
  type Rpc,
  RpcProvider,
} from '../../../renderer/rpc/index.ts'
import { useConnectionChoice } from '../../../renderer/state/connectionChoice.ts'
import { useConversationList } from '../../../renderer/state/conversationList.ts'
import { useNewConversation } from '../../../renderer/state/newConversation.ts'
import { useTheme } from '../../../renderer/state/theme.ts'
import type { FakeHost } from './fakeHost.ts'
import '../../../renderer/ui/tokens.css'
import '../../../renderer/ui/global.css'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
  reset(useNewConversation)
  reset(useConversationList)
  reset(useConnectionChoice)
  reset(useTheme)
  reset(useSettingsDrafts)
  reset(useAgentDrafts)
  window.sessionStorage.clear()
  window.localStorage.clear()
})

function reset<State>(store: StoreApi<State>): void {
  store.setState(store.getInitialState(), true)
}

/** A client joined to the fake host over a real MessageChannel; a closed port is opened again. */
export function connectTo(host: FakeHost): Rpc {
  const connection = new HostConnection(async () => portLink(host.connect()))
  connection.start()
  cleanups.push(() => connection.stop())
  return createRpc(connection)
}

/** Draws a part of the page in a pane of the given size, with everything around it that parts may use. */
export function renderInHost(element: ReactNode, host: FakeHost, size = { width: 1200, height: 800 }, address = '/') {
  const rpc = connectTo(host)
  const queries = createQueryClient()
  const pane = document.createElement('div')
  pane.style.cssText = `display:flex;flex-direction:column;width:${size.width}px;height:${size.height}px`
  document.body.append(pane)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element, notFoundComponent: () => element }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const root = createRoot(pane)
  root.render(
    <QueryClientProvider client={queries}>
      <RpcProvider rpc={rpc}>
        <RouterProvider router={router} />
      </RpcProvider>
    </QueryClientProvider>,
  )
  cleanups.push(() => {
    root.unmount()
    queries.clear()
    pane.remove()
  })
  return { pane, rpc, queries, router }
}

/** Draws the whole page at a path, on top of the fake host. */
export function renderApp(host: FakeHost, path = '/') {
  const rpc = connectTo(host)
  const pane = document.createElement('div')
  pane.id = 'root'
  pane.style.cssText = 'width:1200px;height:800px'
  document.body.append(pane)
  const history = createMemoryHistory({ initialEntries: [path] })
  const root = createRoot(pane)
  root.render(<App rpc={rpc} history={history} />)
  cleanups.push(() => {
    root.unmount()
    pane.remove()
  })
  return { pane, rpc, history }
}
