// The parts of Electron's own interface that came after 22.
const fs = require('node:fs')
const path = require('node:path')
const { Readable } = require('node:stream')
const { app, net, protocol, safeStorage } = require('electron')
const { addMissing } = require('./addMissing.cjs')

// undici knows no system proxy: what `net.fetch` adds to plain fetch cannot be tested here.
const networkFetch = (input, init) => fetch(input, init)
addMissing(net, { fetch: networkFetch })

const protocolMethods = {
  handle(scheme, handler) {
    this.registerStreamProtocol(scheme, async (wanted, answer) => {
      try {
        answer(await toStreamAnswer(await handler(toRequest(wanted))))
      } catch (error) {
        console.error(`${scheme}: handler failed`, error)
        answer({ error: -2 })
      }
    })
  },
  unhandle(scheme) {
    this.unregisterProtocol(scheme)
  },
  isProtocolHandled(scheme) {
    return this.isProtocolRegistered(scheme)
  },
}
addMissing(protocol, protocolMethods)
app.on('session-created', (session) => {
  addMissing(session.protocol, protocolMethods)
  addMissing(session, { fetch: networkFetch })
  session.setPreloads([path.join(__dirname, 'pageGlobals.cjs')])
})

function toRequest({ url, method, headers, uploadData }) {
  const parts = (uploadData ?? []).map(({ bytes, file }) => bytes ?? fs.readFileSync(file))
  return new Request(url, { method, headers, ...(parts.length > 0 && { body: Buffer.concat(parts) }) })
}

function toStreamAnswer({ status, headers, body }) {
  return {
    statusCode: status,
    headers: Object.fromEntries(headers),
    data: body ? Readable.fromWeb(body) : Readable.from([]),
  }
}

addMissing(safeStorage, {
  getSelectedStorageBackend: () => (safeStorage.isEncryptionAvailable() ? 'gnome_libsecret' : 'basic_text'),
  isAsyncEncryptionAvailable: async () => safeStorage.isEncryptionAvailable(),
  encryptStringAsync: async (text) => safeStorage.encryptString(text),
  decryptStringAsync: async (sealed) => ({ shouldReEncrypt: false, result: safeStorage.decryptString(sealed) }),
})
