import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { Clock } from '../ports.ts'
import { type Base, type Rooms, signalOf, withAgent } from './base.ts'
import { eventPlaces } from './eventPlaces.ts'
import { signalStream } from './signalStream.ts'
import { saveTags } from './tagSave.ts'

/** At most 30 signals a second and view (architecture decision 2). */
const VIEW_SIGNAL_MS = 34
const STATE_SIGNAL_MS = 100
/** How far a load is: drawing it competes with the load. */
const PROGRESS_MS = 500

export function viewProcedures(base: Base, { archive, views, engine, ports }: Rooms) {
  return {
    open: base.view.open.handler(async ({ input, signal }) => {
      const { first, ...spec } = input
      const opened = await archive.openView(spec, first)
      views.add(opened.view, input.conversation, opened.revision, opened.count)
      // Whoever asked has gone and will never know its id.
      if (signal?.aborted) await views.close(opened.view)
      return opened
    }),
    close: base.view.close.handler(async ({ input }) => {
      await views.close(input.view)
      return {}
    }),
    window: base.view.window.handler(({ input }) => {
      views.used(input.view)
      return archive.window(input)
    }),
    words: base.view.words.handler(({ input }) => {
      views.used(input.view)
      return archive.words(input.view)
    }),
    overview: base.view.overview.handler(({ input }) => {
      views.used(input.view)
      return archive.overview(input)
    }),
    drafts: base.view.drafts.handler(({ input }) => {
      const conversation = views.conversation(input.view)
      return conversation === null ? [] : (engine.current(conversation)?.drafts() ?? [])
    }),
    changes: base.view.changes.handler(async function* ({ input, signal }) {
      const reading = views.read(input.view)
      try {
        yield* signalStream(
          ports.clock,
          VIEW_SIGNAL_MS,
          reading.subscribe,
          () => views.take(input.view),
          AbortSignal.any([signalOf(signal), reading.closed]),
        )
      } finally {
        await reading.release()
      }
    }),
  }
}

export function eventProcedures(base: Base, rooms: Rooms) {
  const { archive } = rooms
  return {
    get: base.event.get.handler(({ input }) => archive.event(input, input.eventId, input.offset, input.length)),
    look: base.event.look.handler(({ input, signal }) => eventPlaces(rooms, input, input.eventId, signalOf(signal))),
  }
}

export function syncProcedures(base: Base, { engine, views, ports }: Rooms) {
  const running = (ref: ConversationRef) => {
    const sync = engine.current(ref)
    if (sync !== null) return sync
    throw new HandrailError({ code: 'not-found', message: 'This conversation is not open.', advice: 'Open it first.' })
  }
  return {
    watch: base.sync.watch.handler(async function* ({ input, signal }) {
      const { sync, release } = engine.watch(input)
      try {
        yield* signalStream(
          ports.clock,
          STATE_SIGNAL_MS,
          (changed) => {
            const later = laterOnce(ports.clock, PROGRESS_MS, changed, signalOf(signal))
            let phase = sync.state().sync.phase
            return sync.subscribe((what) => {
              if (what === 'drafts') return views.draftsChanged(input)
              const before = phase
              phase = sync.state().sync.phase
              if (what === 'state' && phase === 'backfilling' && phase === before) later()
              else changed()
            })
          },
          () => ({ state: sync.state(), facts: sync.facts() }),
          signalOf(signal),
        )
      } finally {
        release()
      }
    }),
    retry: base.sync.retry.handler(({ input }) => {
      running(input).retry()
      return {}
    }),
    cancel: base.sync.cancel.handler(({ input }) => {
      running(input).cancel()
      return {}
    }),
    pause: base.sync.pause.handler(({ input }) => {
      running(input).pause()
      return {}
    }),
    askAgain: base.sync.askAgain.handler(({ input }) => {
      running(input).askAgain()
      return {}
    }),
  }
}

/** Calls `work` a while after the first of several calls. */
function laterOnce(clock: Clock, ms: number, work: () => void, signal: AbortSignal): () => void {
  let isComing = false
  return () => {
    if (isComing) return
    isComing = true
    clock
      .sleep(ms, signal)
      .then(() => {
        isComing = false
        work()
      })
      .catch(() => undefined) // Nobody listens any more.
  }
}

export function tagProcedures(base: Base, rooms: Rooms) {
  const { gateway, connections, ports } = rooms
  return {
    read: base.tags.read.handler(async ({ input, signal }) => {
      const held = signalOf(signal)
      return withAgent(
        rooms,
        input,
        async (agent) => {
          const { features } = await agent.serverInfo(held)
          if (!features.includes('tags')) throw tooOldForTags()
          const { tags } = await agent.conversation(input.conversationId, held)
          return { tags }
        },
        held,
      )
    }),
    save: base.tags.save.handler(({ input, signal }) => {
      const held = signalOf(signal)
      const deps = {
        gateway,
        clock: ports.clock,
        connection: connections.get(input.connectionId),
        withAgent: <T>(ref: ConversationRef, call: Parameters<typeof withAgent<T>>[2]) =>
          withAgent(rooms, ref, call, held),
      }
      return saveTags(deps, input, input.edit, held)
    }),
  }
}

function tooOldForTags(): HandrailError {
  return new HandrailError({
    code: 'unsupported',
    message: 'This agent server is too old to have tags.',
    advice: 'Tags need a newer agent server.',
  })
}
