import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eventually } from '../support/until.ts'

/** Where the set-up of real servers put them; see the README's section on tests. */
const DIR = process.env.HANDRAIL_REAL_DIR ?? '/tmp/real-servers'
const SCRIPTS = resolve(import.meta.dirname, '../../../shared/real-servers')

export const AGENT_KEY = 'test-agent-key-1'
export const APP_KEY = 'test-app-key-1'
/** Two runs on one machine need different ones. */
const FIRST_PORT = Number(process.env.HANDRAIL_REAL_PORT ?? 18_000)
const LLM_PORT = FIRST_PORT + 900
export const MODEL_URL = `http://127.0.0.1:${LLM_PORT}/v1`

/** Says why real servers cannot be started here, or null. */
export function realServersMissing(): string | null {
  if (!existsSync(join(SCRIPTS, 'setup.sh'))) return `no scripts for real servers in ${SCRIPTS}`
  if (!existsSync(join(DIR, 'root/venv-agent'))) {
    return `no real servers in ${DIR}: run "${join(SCRIPTS, 'setup.sh')} ${DIR}" once (2.5 minutes, 2.4 GB, needs root)`
  }
  return null
}

export interface RealServer {
  url: string
  /** Ends the server and starts it again on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The scripted model that all servers of a run use. */
export async function startModel(): Promise<RealServer> {
  const url = MODEL_URL
  return serve('node', [join(SCRIPTS, 'scripted-llm.mjs'), '--port', String(LLM_PORT)], {}, url, `${url}/models`)
}

/** `version`: 1.58.0 has the session socket, 1.34.0 only the events socket (contract §18.3). */
export async function startAgentServer(version: '1.58.0' | '1.34.0'): Promise<RealServer> {
  const port = FIRST_PORT + (version === '1.58.0' ? 10 : 20)
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    KEY: AGENT_KEY,
    DATA: `test-${version}-${process.pid}`,
    VENV: version === '1.58.0' ? 'venv-agent' : 'venv-app',
  }
  return serve(join(SCRIPTS, 'start-agent-server.sh'), [DIR], env, url, `${url}/ready`)
}

/** The app server with its sandboxes as processes, its model set to the scripted one. */
export async function startAppServer(): Promise<RealServer> {
  const port = FIRST_PORT + 310
  const url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), APP_KEY, BASE_PORT: String(FIRST_PORT + 410), DATA: `test-app-${process.pid}` }
  const server = await serve(join(SCRIPTS, 'start-app-server.sh'), [DIR], env, url, `${url}/alive`)
  const llm = {
    model: 'openai/scripted',
    base_url: MODEL_URL,
    api_key: 'x',
    input_cost_per_token: 1e-6,
    output_cost_per_token: 3e-6,
  }
  await call(url, 'POST', '/api/v1/settings', { agent_settings_diff: { llm } }, { authorization: `Bearer ${APP_KEY}` })
  return server
}

/** Ends whatever the servers of this run left behind in their root (sandboxes, tmux), and nothing of another run. */
export function stopInsides(): void {
  const root = realpathSync(join(DIR, 'root'))
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const home = /(?:^|\0)HOME=\/data\/([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]
      const isOurs = readlinkSync(`/proc/${pid}/root`) === root && home?.endsWith(`-${process.pid}`) === true
      if (isOurs) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended meanwhile, or is a thread of the system.
    }
  }
}

/** One JSON call outside of Handrail: the other side of every comparison. */
export async function call(
  base: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

async function serve(
  command: string,
  args: string[],
  env: Record<string, string>,
  url: string,
  readyUrl: string,
): Promise<RealServer> {
  let child: ChildProcess | null = null
  const start = async () => {
    // A group of its own, so that the whole tree ends by one signal to the group that we made.
    const started = spawn(command, args, { env: { ...process.env, ...env }, detached: true, stdio: 'ignore' })
    child = started
    await eventually(async () => {
      if (started.exitCode !== null) throw new Error(`${command} ended with ${started.exitCode}`)
      const answer = await fetch(readyUrl).catch(() => null)
      return answer !== null && answer.status < 500 ? true : null
    }, 60_000)
  }
  const stop = async () => {
    const running = child
    child = null
    if (running?.pid === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    process.kill(-running.pid, 'SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    stop,
    async restart() {
      await stop()
      await start()
    },
  }
}
