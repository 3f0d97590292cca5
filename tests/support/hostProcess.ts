import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { Contract } from '../../shared/rpc/index.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type HostClient = ContractRouterClient<Contract>

export interface HostProcess {
  /** `http://127.0.0.1:PORT/#token=…`, the one line of stdout. */
  address: string
  pid: number
  /** All that was written to stderr so far. */
  stderr(): string
  /** A client of its own over a socket of its own, with every frame that passed. */
  connect(): Promise<{ rpc: HostClient; frames: string[]; close(): void }>
  /** What the probe answers. */
  probe(): Promise<unknown>
  kill(signal: NodeJS.Signals): Promise<void>
}

export interface HostOptions {
  dataDir: string
  args?: string[]
  env?: Record<string, string>
  /** A module that the process loads before its own code, and that answers a message with a message. */
  probe?: string
}

/** Starts the built browser host as its own process and waits for its line. */
export async function startHost(options: HostOptions): Promise<HostProcess> {
  const { probe } = options
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...(probe === undefined ? [] : ['--import', pathToFileURL(probe).href]),
      ...[resolve(ROOT, 'dist/electron/serve.mjs'), '--no-open', '--data', options.dataDir, ...(options.args ?? [])],
    ],
    {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe', ...(probe === undefined ? [] : (['ipc'] as const))],
    },
  )
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const address = await firstLine(child, () => errors)
  return {
    address,
    pid: child.pid ?? 0,
    stderr: () => errors,
    connect: () => connect(address),
    async probe() {
      const answer = once(child, 'message')
      child.send({})
      return (await answer)[0]
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

async function firstLine(child: ChildProcess, errors: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('the host has no stdout')
  const lines = createInterface({ input: child.stdout })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the host ended with ${code}: ${errors()}`)
  })
  const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), exited])
  const match = /^Handrail: (http:\/\/\S+)$/.exec(line)
  if (match?.[1] === undefined) throw new Error(`not the promised line: ${line}`)
  return match[1]
}

async function connect(address: string) {
  const url = new URL(address)
  const socket = new WebSocket(`ws://${url.host}/rpc`, { origin: url.origin })
  const frames: string[] = []
  await once(socket, 'open')
  socket.send(JSON.stringify({ token: url.hash.replace('#token=', '') }))
  const [answer] = await once(socket, 'message')
  const { ok } = JSON.parse(String(answer)) as { ok?: boolean }
  if (ok !== true) throw new Error('the host did not let us in')
  socket.on('message', (frame) => frames.push(String(frame)))
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })
  const rpc: HostClient = createORPCClient(link)
  return { rpc, frames, close: () => socket.close() }
}
