// Electron 22 brings Node 16, which has no node:sqlite: workers and utility processes become children that run the same
// files on Node 24.
const childProcess = require('node:child_process')
const { EventEmitter } = require('node:events')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const workerThreads = require('node:worker_threads')
const { app, utilityProcess } = require('electron')
const { pack, unpack } = require('./messages.cjs')

const node24 = path.join(__dirname, '../../../node_modules/node/bin/node')
const children = new Set()
app.on('will-quit', () => {
  for (const child of children) child.kill()
})

function fork(file, args, options) {
  const child = childProcess.fork(file, args, { execPath: node24, ...options })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** The path of a file that may be given as a URL, outside the archive of a packed app. */
const onDisk = (file) => {
  const plain = String(file).startsWith('file:') ? fileURLToPath(String(file)) : String(file)
  return plain.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}

workerThreads.Worker = class Worker extends EventEmitter {
  #child
  #ended

  constructor(file, { workerData, argv, env, name } = {}) {
    super()
    this.#child = fork(path.join(__dirname, 'workerHost.cjs'), [], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', (code) => resolve(code ?? 1))
    })
    this.#ended.then((code) => this.emit('exit', code))
    this.#child.on('message', (packed) => {
      const { event, payload } = unpack(packed)
      this.emit(event, event === 'error' ? Object.assign(new Error(payload.message), payload) : payload)
    })
    this.#child.on('error', (error) => this.emit('error', error))
    const options = { workerData: pack(workerData), argv, env, name }
    this.#child.send({ start: { file: onDisk(file), options } })
  }

  postMessage(message) {
    if (this.#child.connected) this.#child.send({ message: pack(message) })
  }

  terminate() {
    this.#child.kill('SIGKILL')
    return this.#ended
  }

  ref() {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  unref() {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}

utilityProcess.fork = (file, args = [], { env, cwd, execArgv = [], stdio = 'inherit' } = {}) => {
  const [out, err] = Array.isArray(stdio) ? stdio.slice(1) : [stdio, stdio]
  const child = fork(onDisk(file), args, {
    env: env ?? process.env,
    cwd,
    execArgv: ['--require', path.join(__dirname, 'parentPort.cjs'), ...execArgv],
    stdio: ['ignore', out, err, 'ipc'],
  })
  const utility = new EventEmitter()
  child.on('spawn', () => utility.emit('spawn'))
  child.on('message', (message) => utility.emit('message', unpack(message)))
  child.on('exit', (code) => utility.emit('exit', code ?? 1))
  return Object.assign(utility, {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    postMessage: (message) => child.connected && child.send(pack(message)),
    kill: () => child.kill(),
  })
}
