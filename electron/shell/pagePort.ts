import type { AnyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { type BrowserWindow, MessageChannelMain, type MessagePortMain } from 'electron'
import { isOurPage } from './guards.ts'
import { PORT_CHANNEL } from './origin.ts'

/**
 * Gives the page of a window a port to the core after each load; the port of the load before is closed, which ends its
 * calls. `router` may still be starting: the page then waits.
 */
export function connectPage(window: BrowserWindow, router: Promise<AnyRouter>): void {
  let current: MessagePortMain | null = null
  const { webContents } = window
  // By then the page's script ran and listens.
  webContents.on('did-finish-load', async () => {
    const rpc = new RPCHandler(await router)
    if (webContents.isDestroyed() || !isOurPage(webContents.getURL())) return
    current?.close()
    const { port1, port2 } = new MessageChannelMain()
    current = port1
    rpc.upgrade(port1)
    port1.start()
    // To the main frame only; the preload runs in no other.
    webContents.postMessage(PORT_CHANNEL, null, [port2])
  })
  window.once('closed', () => current?.close())
}
