// @ts-check
// `npm run dev`: the page from vite's dev server, with hot reload, and the browser host from its sources, started anew
// when they change. vite passes `/rpc` on with Host and Origin as the browser sent them, so the host's own rules hold
// (architecture decision 17).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { OptionError, readOptions } from './options.mjs'
import { run, whenOrphaned } from './processes.mjs'
import { inRoot, node24 } from './workspace.mjs'

/** @import { ChildProcess } from 'node:child_process' */

const settleMs = 150

/** @param {string[]} options arguments for the host */
async function dev(options) {
  // The host serves a built page and starts no other; nobody looks at it here.
  await build()
  const port = await freePort()
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: inRoot('vite.config.ts'),
    // Only that address: the page has a folder of the same name.
    server: { host: '127.0.0.1', proxy: { '^/rpc$': { target: `http://127.0.0.1:${port}`, ws: true } } },
  })
  await vite.listen()
  const page = vite.resolvedUrls?.local[0] ?? ''
  const startHost = () => hostFromSources([...options, '--port', String(port), '--no-open'], page)
  let host = startHost()

  const sources = ['electron/serve.ts', 'electron/web', 'electron/host', 'electron/core', 'electron/local', 'shared']
  const watched = sources.map((name) => inRoot(name))
  vite.watcher.add(watched)
  let turn = Promise.resolve()
  /** @type {NodeJS.Timeout | undefined} */
  let settled
  vite.watcher.on('all', (_event, file) => {
    if (!watched.some((folder) => file.startsWith(folder))) return
    clearTimeout(settled)
    settled = setTimeout(() => {
      turn = turn.then(async () => {
        process.stderr.write('The host is started anew …\n')
        await stop(host)
        host = startHost()
      })
    }, settleMs)
  })

  const end = async () => {
    clearTimeout(settled)
    await turn
    await Promise.all([stop(host), vite.close()])
    process.exit(0)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, end)
  whenOrphaned(end)
}

/**
 * Starts the host; its token is shown with the dev server's address.
 * @param {string[]} args
 * @param {string} page
 */
function hostFromSources(args, page) {
  const host = spawn(node24, [inRoot('electron', 'serve.ts'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: host.stdout }).on('line', (line) => {
    process.stdout.write(`${line.replace(/http:\/\/127\.0\.0\.1:\d+\//, page)}\n`)
  })
  return host
}

/** @param {ChildProcess} host */
async function stop(host) {
  if (host.exitCode !== null || host.signalCode !== null) return
  host.kill('SIGTERM')
  await once(host, 'exit')
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

try {
  const { forBoth } = readOptions(process.argv.slice(2))
  const installed = await ensureInstalled()
  if (installed !== 0) process.exitCode = installed
  else if (process.versions.node.startsWith('24.')) await dev(forBoth)
  else process.exitCode = await run(node24, [import.meta.filename, ...process.argv.slice(2)])
} catch (error) {
  if (!(error instanceof OptionError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
