// Takes a folder as a host does, or prints `held`. Stores a log in a worker from where the archive ends, in pages of a
// walk or in frames that are sealed meanwhile, and prints the count after each acknowledgement.
import { Worker } from 'node:worker_threads'
import { openArchive } from '../../../electron/core/archive/index.ts'
import { takeLock } from '../../../electron/core/lock/index.ts'

const conversation = { connectionId: 'c1', conversationId: 'a'.repeat(32) }
const event = (n: number) => ({
  id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
  kind: 'MessageEvent',
  timestamp: '2026-08-24T09:00:00',
  source: 'user',
  llm_message: { role: 'user', content: [{ type: 'text', text: `message ${n} ${'x'.repeat(1000)}` }] },
})

const [dataDir = '', way] = process.argv.slice(2)
const lock = await takeLock({ dataDir, address: 'none', secret: 'secret of a writer' })
if (lock.state === 'held') {
  process.stdout.write('held\n')
  process.exit(0)
}
const worker = new Worker(new URL('../../../electron/core/archive/worker.ts', import.meta.url), {
  workerData: { dataDir },
})
const archive = await openArchive(worker, {
  viewChanged: () => undefined,
  factsChanged: () => undefined,
  loadChanged: () => undefined,
  blocked: () => undefined,
  failed: (message) => console.error(message),
})
const { headCount } = await archive.loadState(conversation)
for (let first = headCount; first < 200_000; first += 100) {
  const items = Array.from({ length: 100 }, (_, at) => event(first + at))
  if (way === 'pages') {
    const text = JSON.stringify({ items, next_page_id: 'next' })
    await archive.ingestPage(conversation, text, { side: 'agent', walk: 'head', firstLogIndex: first })
  } else {
    const frames = items.map((event, at) => JSON.stringify({ type: 'durable', seq: first + at, event }))
    await archive.ingestFrames(conversation, 'session', frames)
    void archive.seal(conversation)
  }
  process.stdout.write(`${first + 100}\n`)
}
