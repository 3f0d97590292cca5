import path from 'node:path'
import {
  type Connection,
  type Conversation,
  type ConversationRef,
  HandrailError,
  readSharedLink,
} from '../../../shared/domain/index.ts'
import type { Archive } from '../../core/archive/index.ts'
import { checkCount, failureOf, LoadFiles, loadHistory, walkToEnd } from '../../core/engine/index.ts'
import { openUnkept } from '../../core/unkept.ts'
import { systemClock } from '../../host/systemClock.ts'
import { nameOf } from '../findConversation.ts'
import { connectionAt, openServers, type Servers, sidesOf } from '../servers.ts'
import { writing } from '../writing.ts'
import type { CommandWork, Run } from './command.ts'

interface Synced extends ConversationRef {
  title: string | null
  events: number
  server: number | null
  from: 'agent' | 'app' | null
  isComplete: boolean
  failure: string | null
}

/** `sync URL…` */
export const syncCommand: CommandWork = async (run) => {
  const { options, files, output } = run
  const synced = await writing(options.dataDir, files, output.note, async (archive) => {
    const servers = await openServers(options)
    const done: Synced[] = []
    for (const address of options.words) {
      for await (const one of syncAddress(run, servers, archive, address)) done.push(one)
    }
    return done
  })
  const lines = synced.map(({ failure, isComplete, events, server, ...one }) => {
    const state = failure ?? (isComplete ? 'complete' : `of ${server ?? '?'}: not complete`)
    return `${String(events).padStart(8)}  ${nameOf(one)}  ${one.title ?? 'untitled'}: ${state}`
  })
  output.result({ conversations: synced }, lines.join('\n') || 'The server lists no conversation.')
  return synced.every(({ isComplete }) => isComplete)
}

async function* syncAddress(run: Run, servers: Servers, archive: Archive, address: string): AsyncGenerator<Synced> {
  const { output, signal } = run
  const link = readSharedLink(address)
  const base = link.ok && link.baseUrl !== null ? link.baseUrl : address
  const { connection, isKeyKept } = await connectionAt(servers, base, signal)
  if ((await openUnkept(run.options)).has(connection.id)) throw keepsNothing(connection)
  if (!isKeyKept) output.note('The key is not kept: no passphrase was given to protect it (HANDRAIL_PASSPHRASE).')
  if (link.ok) {
    const ref = { connectionId: connection.id, conversationId: link.conversationId }
    yield await syncOne(run, servers, archive, connection, ref)
    return
  }
  for await (const record of listed(servers, connection, signal)) {
    yield await syncOne(run, servers, archive, connection, record)
  }
}

function keepsNothing({ name }: Connection): HandrailError {
  return new HandrailError({
    code: 'conflict',
    message: `The connection “${name}” keeps nothing on this disk, so nothing of it is loaded.`,
    advice: 'Let Handrail keep it again on the page Connections, or leave it out.',
  })
}

/** Every conversation that the server lists. */
async function* listed(
  { gateway }: Servers,
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<Conversation> {
  const seen = new Set<string>()
  let pageId: string | null = null
  do {
    const page: { items: Conversation[]; nextPageId: string | null } =
      connection.kind === 'agent'
        ? await gateway.bareAgent(connection).searchConversations(pageId, signal)
        : await gateway.appServer(connection).searchConversations(pageId, 'person', signal)
    yield* page.items
    pageId = page.nextPageId
    // A server that gives the same page again and again is asked no further.
    if (pageId !== null && seen.has(pageId)) return
    if (pageId !== null) seen.add(pageId)
  } while (pageId !== null)
}

async function syncOne(
  { options: { dataDir }, output, signal }: Run,
  servers: Servers,
  archive: Archive,
  connection: Connection,
  { connectionId, conversationId }: ConversationRef,
): Promise<Synced> {
  const ref = { connectionId, conversationId }
  let from: Synced['from'] = null
  let title: string | null = null
  try {
    const { agent, app } = await sidesOf(servers, connection, ref, signal)
    const record =
      app === null
        ? ((await agent?.conversation(conversationId, signal)) ?? null)
        : ((await app.conversations([conversationId], 'person', signal))[0] ?? null)
    title = record?.title ?? null
    if (record !== null) await archive.saveConversations(connectionId, [record])
    const deps = {
      archive,
      ref,
      now: () => systemClock.now(),
      onLoad: ({ stored, serverCount }: { stored: number; serverCount: number | null }) =>
        output.progress(`${conversationId.slice(0, 8)}: ${stored} of ${serverCount ?? '?'} events`),
    }
    if (agent !== null) {
      from = 'agent'
      await walkToEnd(agent, deps, signal)
      await checkCount(agent, deps, signal)
    } else if (app !== null) {
      from = 'app'
      await loadHistory(
        app,
        {
          ...deps,
          files: new LoadFiles(path.join(dataDir, 'loads')),
          redact: servers.gateway.redact,
          zipRefusal: null,
          isWhole: false,
          onWay: () => undefined,
          onBytes: (bytes) => output.progress(`${conversationId.slice(0, 8)}: ${Math.round(bytes / 1e6)} MB received`),
          mayGoOn: () => true,
        },
        signal,
      )
    }
    await archive.seal(ref)
    const { stored, serverCount, missing } = await archive.loadState(ref)
    const isComplete = serverCount !== null && missing === 0
    return { ...ref, title, events: stored, server: serverCount, from, isComplete, failure: null }
  } catch (error) {
    signal.throwIfAborted()
    const { stored, serverCount } = await archive.loadState(ref)
    const { message, advice } = failureOf(error)
    const failure = `${message} ${advice}`.trim()
    return { ...ref, title, events: stored, server: serverCount, from, isComplete: false, failure }
  }
}
