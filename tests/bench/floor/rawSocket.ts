import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * Milliseconds from `go` until `count` durable events came over the events socket, nothing done with them.
 * `go` makes the server append them.
 */
export async function rawSocket(
  conversationUrl: string,
  key: string,
  count: number,
  go: () => Promise<void>,
): Promise<number> {
  const socket = new WebSocket(socketUrl(conversationUrl, 'events'))
  await once(socket, 'open')
  let seen = 0
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  socket.on('message', (frame: Buffer) => {
    first.resolve()
    if (frame.includes('"StreamingDeltaEvent"') || frame.includes('"full_state"')) return
    seen += 1
    if (seen >= count) resolve()
  })
  socket.send(JSON.stringify({ type: 'auth', session_api_key: key }))
  await first.promise
  seen = 0
  const began = performance.now()
  await go()
  await done
  const ms = performance.now() - began
  socket.close()
  return ms
}

/** Subscribes without wanting anything that is there already, until the server has sent what it begins with. */
export async function rawSubscription(
  conversationUrl: string,
  key: string,
  dialect: 'session' | 'events',
  lastSeq: number,
): Promise<void> {
  const url = socketUrl(conversationUrl, dialect)
  if (dialect === 'session') url.searchParams.set('after_seq', String(lastSeq))
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const begun = new Promise<void>((resolve) => {
    socket.on('message', (frame: Buffer) => {
      if (frame.includes('"full_state"')) resolve()
    })
  })
  socket.send(JSON.stringify({ type: 'auth', session_api_key: key }))
  await begun
  socket.close()
  await once(socket, 'close')
}

function socketUrl(conversationUrl: string, dialect: 'session' | 'events'): URL {
  return new URL(conversationUrl.replace('/api/conversations/', `/sockets/${dialect}/`).replace(/^http/, 'ws'))
}
