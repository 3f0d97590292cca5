// The browser host as a process, around a core of one procedure.
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { programFiles } from '../../../electron/host/programFiles.ts'
import { runAsProcess, runBrowserHost } from '../../../electron/web/index.ts'
import { echoRouter } from './echoRouter.ts'

const entry = new URL('../../../electron/serve.ts', import.meta.url).href

await runAsProcess(() =>
  runBrowserHost(process.argv.slice(2), programFiles(entry), async (ports, { local }) => {
    const stop = new AbortController()
    const service = local === 'always' ? await ports.startLocalService(stop.signal) : null
    const given = { passphrase: ports.passphrase, inEnvironment: process.env.HANDRAIL_PASSPHRASE ?? null }
    const told = (event: string, more: object = {}) =>
      appendFileSync(path.join(ports.dataDir, 'core.txt'), `${JSON.stringify({ event, ...more })}\n`)
    told('started', { ...given, url: service?.url ?? null, key: service?.key ?? null })
    return {
      router: echoRouter,
      async close() {
        if (process.env.CLOSES === 'never') {
          told('closing')
          await new Promise(() => setInterval(() => undefined, 1_000))
        }
        await service?.stop()
        told('closed')
      },
    }
  }),
)
