import { app, type Session, shell, type WebContents } from 'electron'
import { safeExternalAddress } from '../host/openExternally.ts'
import { PAGE } from './origin.ts'

/** Keeps every page that Electron ever makes on our page, without windows of its own and without permissions. */
export function guardPages(log: (message: string) => void): void {
  app.on('session-created', denyPermissions)
  app.on('web-contents-created', (_, contents) => {
    // The address comes as an argument in every version of Electron, and in the event only of newer ones.
    const leave = (event: Electron.Event, url: string) => {
      if (isOurPage(url)) return
      // Our preload and port must never run beside a foreign page.
      event.preventDefault()
      openOutside(url, log)
    }
    contents.on('will-navigate', leave)
    contents.on('will-redirect', leave)
    contents.setWindowOpenHandler(({ url }) => {
      // A window opened by a page would share its powers; links go to the browser instead.
      openOutside(url, log)
      return { action: 'deny' }
    })
    // A webview could be given its own preload and preferences by whoever can write markup.
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

/** True for the page itself, whatever its fragment. */
export function isOurPage(url: string): boolean {
  return url === PAGE || url.startsWith(`${PAGE}#`)
}

function openOutside(url: string, log: (message: string) => void): void {
  try {
    // Checked: an address from an event could name a scheme that starts programs.
    void shell.openExternal(safeExternalAddress(url)).catch(() => undefined)
  } catch {
    log('an address that is neither http nor https was not opened')
  }
}

/** Copying to the clipboard on a click is the only thing beyond plain pages that the console does. */
const ALLOWED = 'clipboard-sanitized-write'

function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permission === ALLOWED && isPageOf(contents))
  })
  // Checks are asked apart from requests; without a handler they are granted.
  session.setPermissionCheckHandler((contents, permission) => permission === ALLOWED && isPageOf(contents))
  session.setDevicePermissionHandler(() => false)
}

const isPageOf = (contents: WebContents | null) => contents !== null && isOurPage(contents.getURL())
