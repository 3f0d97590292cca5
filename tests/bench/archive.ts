import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Archive, openArchive } from '../../electron/core/archive/index.ts'
import { archiveWorkerStarter } from '../../electron/host/nodeChildren.ts'
import type { ViewSpec } from '../../shared/domain/index.ts'
import { withFolder } from './benchHost.ts'

const startWorker = archiveWorkerStarter(resolve(import.meta.dirname, '../../dist/electron/archiveWorker.mjs'))
const REF = { connectionId: 'bench', conversationId: '0'.repeat(32) }
const SPANS: ViewSpec = { conversation: REF, filter: [], order: 'spans' }

export interface ArchiveTimes {
  /** Events a second that the worker stores, redacts and links, pages given as text; an open view is kept in step. */
  stored: number
  /** The same until each can be found by its words. */
  ingest: number
  /** Milliseconds in a worker that was just started: the view of the conversation opened and its last 60 rows read. */
  firstWindow: number
  /** Bytes of the file and its log, sealed, as a part of the JSON that was given. */
  size: number
}

export function measureArchive(pages: string[]): Promise<ArchiveTimes> {
  return withFolder(async (dataDir) => {
    const rates = await withArchive(dataDir, async (archive) => {
      await archive.openView(SPANS)
      const rates = await ingestAll(archive, pages)
      await archive.seal(REF)
      return rates
    })
    const raw = pages.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const size = sizeOf(join(dataDir, 'archive.sqlite')) + sizeOf(join(dataDir, 'archive.sqlite-wal'))
    const firstWindow = await withArchive(dataDir, async (archive) => {
      const began = performance.now()
      const { view } = await archive.openView(SPANS)
      await archive.window({ view, anchor: 'end', before: 59, after: 0 })
      return performance.now() - began
    })
    return { ...rates, firstWindow, size: size / raw }
  })
}

async function ingestAll(archive: Archive, pages: string[]): Promise<{ stored: number; ingest: number }> {
  let events = 0
  const began = performance.now()
  for (const text of pages) {
    const page = await archive.ingestPage(REF, text, { side: 'agent', walk: 'head', firstLogIndex: events })
    events += page.items
  }
  const stored = performance.now() - began
  // A search waits until everything is in the index.
  await archive.search({ query: 'anything', conversation: null, order: 'best', offset: 0, limit: 1 })
  const ingest = performance.now() - began
  return { stored: (events / stored) * 1_000, ingest: (events / ingest) * 1_000 }
}

export async function withArchive<T>(dataDir: string, run: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(startWorker({ dataDir }), {
    viewChanged: () => undefined,
    factsChanged: () => undefined,
    loadChanged: () => undefined,
    blocked: () => undefined,
    failed: (message) => console.error(message),
  })
  try {
    return await run(archive)
  } finally {
    await archive.close()
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
