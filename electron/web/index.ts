/**
 * The loopback host: the same core and page as in Electron, behind http://127.0.0.1.
 *
 * How a page connects to `ws://<its own host>/rpc`:
 *
 * - The link that Handrail prints ends in `#token=…`, the token of this launch. The page takes it off its address before
 *   anything else and keeps it in sessionStorage, for reloads and broken connections.
 * - First frame, text, within 5 s: `{"token":"…"}`. The server answers one text frame `{"ok":true}`; from then on the
 *   socket speaks oRPC.
 * - Anything else (wrong token, a token of an earlier launch, other JSON, binary, over 1 KB, too late) closes with 4401.
 *   The page must not try again by itself: a new link is needed, which a second start of Handrail prints.
 * - Close code 1001: the host ends. An upgrade answered 421 or 403 broke the Host or Origin rule; 429 means that over
 *   10 first frames failed within a minute, or too many sockets wait.
 */
export { runBrowserHost } from './browserHost.ts'
export { createWebHost, type WebHost, type WebHostOptions } from './createWebHost.ts'
export { runAsProcess } from './runAsProcess.ts'
