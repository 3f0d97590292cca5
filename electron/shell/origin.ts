/** Scheme and origin of the page in Electron. A scheme of its own: file: pages could read every file. */
export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://handrail`
export const PAGE = `${ORIGIN}/`

/** Name of the message with which the main process hands a port to the preload. */
export const PORT_CHANNEL = 'handrail:port'
