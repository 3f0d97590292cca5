/** Process entry of the local service: starts it, says where it is in one line of JSON, and serves until told to stop. */
import { parseArgs } from 'node:util'
import { type LocalServiceOptions, startLocalService } from './index.ts'

const HELP = `npm run local-service -- [options]

  --port N             port of the app server (default: a free one)
  --key K              account key (default: a new one each time); also HANDRAIL_LOCAL_KEY
  --data DIR           keeps what you do
  --agent-version V    1.58 (default) or 1.34
  --speed N            10 is ten times faster than real time
  --seed N             other names, ids and texts
  --empty              without the twelve conversations
  --control            makes things go wrong on purpose at /_control
  --help               this text
`

function readArguments() {
  return parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      key: { type: 'string' },
      seed: { type: 'string' },
      'agent-version': { type: 'string' },
      speed: { type: 'string' },
      empty: { type: 'boolean', default: false },
      control: { type: 'boolean', default: false },
      child: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
}
type Arguments = ReturnType<typeof readArguments>

function numberOf(values: Arguments, name: 'port' | 'seed' | 'speed'): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} must be a number, not "${text}"`)
  return number
}

function optionsOf(values: Arguments): LocalServiceOptions {
  const { 'agent-version': dialect, data, empty, control } = values
  if (dialect !== undefined && dialect !== '1.58' && dialect !== '1.34')
    throw new Error('--agent-version must be 1.58 or 1.34')
  const key = values.key ?? process.env.HANDRAIL_LOCAL_KEY
  const [port, seed, speed] = (['port', 'seed', 'speed'] as const).map((name) => numberOf(values, name))
  return {
    empty,
    control,
    ...(key === undefined ? {} : { key }),
    ...(data === undefined ? {} : { dataFolder: data }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(speed === undefined ? {} : { speed }),
  }
}

/** The port to a parent that started this with Electron's utilityProcess. */
function parentPort(): { postMessage(message: unknown): void } | undefined {
  const port: unknown = Reflect.get(process, 'parentPort')
  if (typeof port !== 'object' || port === null) return undefined
  const post: unknown = Reflect.get(port, 'postMessage')
  return typeof post === 'function' ? { postMessage: (message) => Reflect.apply(post, port, [message]) } : undefined
}

async function serve(values: Arguments): Promise<void> {
  const service = await startLocalService(optionsOf(values))
  const ready = { ready: true, url: service.url, key: service.key }
  const stop = () => {
    void service.close().finally(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  // Ctrl-C reaches all of a terminal's processes: a child waits for its parent, which would else report its end.
  process.on('SIGINT', () => values.child || stop())
  if (values.child) {
    // The parent holds the other end of stdin: when it goes away, so do we.
    process.stdin.on('end', stop).on('error', stop).resume()
    process.on('disconnect', stop)
  }
  // Last, so that whoever reads it can end the process properly from then on.
  process.stdout.write(`${JSON.stringify(ready)}\n`)
  process.send?.(ready)
  parentPort()?.postMessage(ready)
}

try {
  const values = readArguments()
  if (values.help) process.stdout.write(HELP)
  else await serve(values)
} catch (error) {
  process.stderr.write(`local service: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
