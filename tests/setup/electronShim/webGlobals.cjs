// The language and the web interfaces that Node 16 lacks and Node 24 has.
require('core-js/stable')
const { Blob } = require('node:buffer')
const { webcrypto } = require('node:crypto')
const { Readable } = require('node:stream')
const webStreams = require('node:stream/web')
const { BroadcastChannel } = require('node:worker_threads')
const { fetch, File, FormData, Headers, Request, Response } = require('undici')
const { addMissing } = require('./addMissing.cjs')

addMissing(globalThis, webStreams)
addMissing(globalThis, { Blob, BroadcastChannel, crypto: webcrypto })
addMissing(globalThis, { fetch, File, FormData, Headers, Request, Response })
addMissing(globalThis, {
  CustomEvent: class CustomEvent extends Event {
    constructor(type, options) {
      super(type, options)
      this.detail = options?.detail ?? null
    }
  },
})

addMissing(AbortSignal, {
  any(signals) {
    const joined = new AbortController()
    for (const signal of signals) {
      if (signal.aborted) joined.abort(signal.reason)
      else signal.addEventListener('abort', () => joined.abort(signal.reason), { once: true, signal: joined.signal })
    }
    return joined.signal
  },
})

addMissing(Readable, {
  fromWeb: (stream, options) => Readable.from(chunksOf(stream), { objectMode: false, ...options }),
})

async function* chunksOf(stream) {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield Buffer.from(next.value)
  } finally {
    await reader.cancel()
  }
}
