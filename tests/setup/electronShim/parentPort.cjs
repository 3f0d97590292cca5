// Runs on Node 24, before the program: what a utility process of Electron has and a child of Node has not.
const { EventEmitter } = require('node:events')
const { pack, unpack } = require('./messages.cjs')

const port = new EventEmitter()
process.on('message', (data) => port.emit('message', { data: unpack(data), ports: [] }))
process.once('disconnect', () => process.exit(0))
process.parentPort = Object.assign(port, {
  postMessage: (message) => process.connected && process.send(pack(message)),
  start: () => {},
})
