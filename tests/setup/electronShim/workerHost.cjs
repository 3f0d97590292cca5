// Runs on Node 24: a real worker thread whose messages go through this process's channel.
const { Worker } = require('node:worker_threads')
const { pack, unpack } = require('./messages.cjs')

process.once('message', ({ start }) => {
  const worker = new Worker(start.file, unpack(start.options))
  for (const event of ['message', 'messageerror', 'online']) {
    worker.on(event, (payload) => process.send(pack({ event, payload })))
  }
  // JSON knows no Error.
  worker.on('error', ({ name, message, stack }) =>
    process.send(pack({ event: 'error', payload: { name, message, stack } })),
  )
  worker.on('exit', (code) => process.exit(code))
  process.on('message', ({ message }) => worker.postMessage(unpack(message)))
})
process.once('disconnect', () => process.exit(0))
