import { BrowserWindow } from 'electron'
import { PAGE } from './origin.ts'
import { keepWindowState, readWindowState } from './windowState.ts'

/** Opens the console's window on app://handrail/. */
export function openWindow(options: { dataDir: string; preload: string }): BrowserWindow {
  const { isMaximized, ...bounds } = readWindowState(options.dataDir)
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...bounds,
    minWidth: 720,
    minHeight: 480,
    title: 'Handrail',
    backgroundColor: '#0e1116',
    show: false,
    webPreferences: {
      preload: options.preload,
      // The page shows what agents and web sites wrote. Should a script get in, it is in a sandboxed process without
      // Node, apart from the preload's world, and under the same-origin policy. These are today's defaults, set so that
      // no default of another version changes them.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      // A dropped file would navigate the window to it.
      navigateOnDragDrop: false,
      // Its dictionaries come from a server of Google's.
      spellcheck: false,
    },
  })
  keepWindowState(window, options.dataDir)
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  void window.loadURL(PAGE)
  return window
}

/** Brings the window to the front, also from the task bar. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
