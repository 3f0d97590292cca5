import { Menu, type MenuItemConstructorOptions } from 'electron'

/** The standard menus: without them macOS has no copy and paste, and no platform has the zoom keys. */
export function setMenu(platform: NodeJS.Platform): void {
  const roles: MenuItemConstructorOptions[] = [
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(platform === 'darwin' ? [{ role: 'appMenu' }, ...roles] : roles))
}
