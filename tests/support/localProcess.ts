import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const ENTRY = resolve(import.meta.dirname, '../../electron/local/main.ts')

/** The embedded local service in its own process, as `npm run local-service` runs it, with its control interface. */
export interface LocalProcess {
  url: string
  key: string
  /** One operation of `/_control`; gives its result. */
  control(name: string, input?: Record<string, unknown>): Promise<unknown>
  /** Address and session key of a conversation's agent server. */
  agentOf(conversationId: string): Promise<{ conversationUrl: string; key: string; sandboxId: string }>
  /** A new conversation with this many events in a sandbox that runs; gives its id. */
  conversation(events: number): Promise<string>
  stop(): Promise<void>
}

export async function startLocalProcess(args: string[] = []): Promise<LocalProcess> {
  const child: ChildProcess = spawn(process.execPath, [ENTRY, '--control', '--child', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('the local service has no stdout')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url, key } = JSON.parse(String(line)) as { url: string; key: string }

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { ...init, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  async function control(name: string, input: Record<string, unknown> = {}): Promise<unknown> {
    const answer = await ask(`/_control/${name}`, { method: 'POST', body: JSON.stringify(input) })
    return (answer as { result: unknown }).result
  }
  async function record(id: string) {
    const [found] = (await ask(`/api/v1/app-conversations?ids=${id}`)) as [
      { conversation_url: string; session_api_key: string; sandbox_id: string } | null,
    ]
    if (found === null) throw new Error(`no conversation ${id}`)
    return found
  }
  return {
    url,
    key,
    control,
    async agentOf(id) {
      const { conversation_url, session_api_key, sandbox_id } = await record(id)
      return { conversationUrl: conversation_url, key: session_api_key, sandboxId: sandbox_id }
    },
    async conversation(events) {
      const { items } = (await ask('/api/v1/app-conversations/search')) as {
        items: { sandbox_id: string; sandbox_status: string }[]
      }
      const sandboxId = items.find((item) => item.sandbox_status === 'RUNNING')?.sandbox_id
      return String(await control('add-conversation', { events, sandboxId }))
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
