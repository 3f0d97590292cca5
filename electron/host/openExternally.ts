import { spawn } from 'node:child_process'

/** Thrown for an address that is not handed to the desktop. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError'
}

/**
 * The address as the desktop may get it.
 *
 * @throws UnsafeAddressError unless it is http or https: other schemes can start programs or open files, and the
 *   address may come from an event.
 */
export function safeExternalAddress(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new UnsafeAddressError('Only http and https addresses are opened.')
  }
  return url.href
}

/** Opens a file or an address with the desktop's own program; resolves to false when there is none. */
export function openWithDesktop(target: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, ...args] = opener(platform)
  return new Promise((resolve) => {
    // Without a shell: the target is one argument, whatever it holds. Detached: closing Handrail leaves the browser.
    const child = spawn(program, [...args, target], { stdio: 'ignore', detached: true, shell: false })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  // Unlike `start`, it does not read the target as a command line.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
