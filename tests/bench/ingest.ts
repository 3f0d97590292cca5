import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { openArchive } from '../../electron/core/archive/index.ts'

const WORKER = resolve(import.meta.dirname, '../../dist/electron/archiveWorker.mjs')

/** Events a second that the archive's worker stores, redacts and links, pages given as text; columns of one open view kept. */
export async function measureIngest(pages: string[]): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handrail-bench-'))
  const archive = await openArchive(new Worker(WORKER, { workerData: { dataDir } }), {
    viewChanged: () => undefined,
    factsChanged: () => undefined,
    failed: (message) => console.error(message),
  })
  try {
    const ref = { connectionId: 'bench', conversationId: '0'.repeat(32) }
    await archive.openView({ conversation: ref, filter: {}, order: 'spans' })
    let events = 0
    const began = performance.now()
    for (const text of pages) {
      const page = await archive.ingestPage(ref, text, { side: 'agent', walk: 'head', firstLogIndex: events })
      events += page.items
    }
    return (events / (performance.now() - began)) * 1_000
  } finally {
    await archive.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
