// The one thing the page gets from Electron: a port to the core. No function is exposed to it.
//
// The page receives a window message `{ handrail: 'port' }` with `ports[0]`, after each load and whenever the old port
// was replaced. It must check that `event.source` is its own window: frames and openers can post messages too.
import { ipcRenderer } from 'electron'
import { ORIGIN, PORT_CHANNEL } from './shell/origin.ts'

ipcRenderer.on(PORT_CHANNEL, (event) => {
  // Addressed to our origin alone: should another page ever be loaded here, the port does not reach it.
  window.postMessage({ handrail: 'port' }, ORIGIN, event.ports)
})
