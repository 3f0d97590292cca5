import { HandrailError } from '../../shared/domain/index.ts'
import { safeExternalAddress } from './openExternally.ts'
import { removeRedirectFiles, writeRedirectFile } from './redirectFile.ts'

/** A browser that is slow to start reads its redirect page within this time. */
export const REDIRECT_LIFE_MS = 60_000

/**
 * Opens an address that may hold a token: the desktop gets a page of this user's that leads there, since arguments of
 * programs can be read by every user of the machine. `open` answers whether a program took the file.
 *
 * @throws UnsafeAddressError unless it is http or https; HandrailError when nothing here opens files.
 */
export async function openThroughFile(
  folder: string,
  address: string,
  open: (file: string) => Promise<boolean>,
): Promise<void> {
  removeRedirectFiles(folder, Date.now() - REDIRECT_LIFE_MS)
  const isOpened = await open(writeRedirectFile(folder, safeExternalAddress(address)))
  removeRedirectFilesLater(folder)
  if (isOpened) return
  throw new HandrailError({
    code: 'unsupported',
    message: 'No program on the machine where Handrail runs opens web addresses.',
    advice: 'Start Handrail on a machine with a browser.',
  })
}

/** A redirect page goes when its browser has read it: what it holds is good for longer. */
export function removeRedirectFilesLater(folder: string): void {
  const remove = () => removeRedirectFiles(folder, Date.now() - REDIRECT_LIFE_MS)
  setTimeout(remove, REDIRECT_LIFE_MS + 5000).unref()
}
