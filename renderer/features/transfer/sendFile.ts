import { UPLOAD_PART_BYTES } from '../../../shared/rpc/index.ts'
import type { Rpc } from '../../rpc/index.ts'

/** Hands a file over to the host in parts; gives the name under which it is there. Gives it up when it fails. */
export async function sendFile(
  client: Rpc['client'],
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { upload } = await client.imports.begin({ name: file.name.slice(0, 500), size: file.size }, { signal })
  try {
    for (let offset = 0; offset < file.size; ) {
      const base64 = await base64Of(file.slice(offset, offset + UPLOAD_PART_BYTES))
      offset = (await client.imports.append({ upload, offset, base64 }, { signal })).received
      onSent(offset)
    }
    return upload
  } catch (error) {
    // Unheard when the host is away; it removes what nobody goes on with.
    client.imports.discard({ upload }).catch(() => undefined)
    throw error
  }
}

/** By the browser itself: in this page it would take longer than the sending. */
function base64Of(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(new Error('The file cannot be read any more.')))
    reader.readAsDataURL(part)
  })
}
