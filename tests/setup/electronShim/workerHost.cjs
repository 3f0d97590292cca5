// Runs on Node 24: a real worker thread whose messages go through this process's channel.
const { Worker } = require('node:worker_threads')

process.once('message', ({ start }) => {
  const worker = new Worker(start.file, start.options)
  for (const event of ['message', 'messageerror', 'online']) {
    worker.on(event, (payload) => process.send({ event, payload }))
  }
  // An Error that crosses two versions of V8 comes out as a plain object.
  worker.on('error', ({ name, message, stack }) => process.send({ event: 'error', payload: { name, message, stack } }))
  worker.on('exit', (code) => process.exit(code))
  process.on('message', ({ message }) => worker.postMessage(message))
})
process.once('disconnect', () => process.exit(0))
