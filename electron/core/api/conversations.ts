import { type ConversationRef, HandrailError, type StartTask } from '../../../shared/domain/index.ts'
import type { AgentServerClient } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf, withAgent } from './base.ts'
import { conversationChangeProcedures } from './conversationChanges.ts'
import { signalStream } from './signalStream.ts'

const LIST_SIGNAL_MS = 250
const PAUSE_LOOK_EVERY_MS = 500
const RECENT_STARTS = 20
/** A start that did not end within so long never will: servers give up after 120 s (contract §3). */
const STARTS_MATTER_FOR_MS = 3_600_000
const PAUSE_ENDS_WITHIN_TRIES = 20

export function conversationProcedures(base: Base, rooms: Rooms) {
  const { engine, gateway, connections, ports } = rooms
  const appOf = (connectionId: string) => {
    const connection = connections.get(connectionId)
    if (connection.kind === 'app') return gateway.appServer(connection)
    throw new HandrailError({
      code: 'unsupported',
      message: 'A bare agent server makes no sandbox and starts nothing by itself.',
      advice: 'Say with the start what its agent is.',
    })
  }
  /** One command to the agent of a conversation, answered by what it means. */
  const command = async (
    ref: ConversationRef,
    signal: AbortSignal | undefined,
    note: string,
    call: (agent: AgentServerClient, signal: AbortSignal) => Promise<void>,
  ) => {
    const held = signalOf(signal)
    await withAgent(rooms, ref, (agent) => call(agent, held), held)
    return { note }
  }

  return {
    ...conversationChangeProcedures(base, rooms),
    list: base.conversations.list.handler(({ input }) => engine.fleet.list(input.connectionId)),
    refresh: base.conversations.refresh.handler(({ input, signal }) =>
      engine.fleet.refresh(input.connectionId, signalOf(signal)),
    ),
    changes: base.conversations.changes.handler(({ input, signal }) => {
      const changed: string[] = []
      return signalStream(
        ports.clock,
        LIST_SIGNAL_MS,
        (wake) =>
          engine.fleet.subscribe((connectionId) => {
            if (!changed.includes(connectionId)) changed.push(connectionId)
            wake()
          }, input),
        () => {
          const connectionId = changed.shift()
          return connectionId === undefined ? null : { connectionId }
        },
        signalOf(signal),
        () => changed.length > 0,
      )
    }),
    get: base.conversations.get.handler(({ input, signal }) => engine.fleet.get(input, signalOf(signal))),
    start: base.conversations.start.handler(({ input, signal }) =>
      appOf(input.connectionId).start(input, signalOf(signal)),
    ),
    startTasks: base.conversations.startTasks.handler(async ({ input, signal }) => {
      if (connections.get(input.connectionId).kind !== 'app') return []
      const tasks = await appOf(input.connectionId).recentStartTasks(RECENT_STARTS, signalOf(signal))
      return tasks.filter((task) => task.status !== 'READY' && !isLongAgo(task, ports.clock.now()))
    }),
    startTask: base.conversations.startTask.handler(async ({ input, signal }) => {
      const [task] = await appOf(input.connectionId).startTasks([input.id], signalOf(signal))
      if (task === null || task === undefined) {
        throw new HandrailError({ code: 'not-found', message: `The server does not know start task ${input.id}.` })
      }
      if (task.status === 'READY') engine.fleet.refresh(input.connectionId, signalOf(undefined)).catch(() => undefined)
      return task
    }),
    send: base.conversations.send.handler(({ input, signal }) => {
      const held = signalOf(signal)
      const connection = connections.get(input.connectionId)
      const { conversationId, text, run } = input
      return connection.kind === 'app'
        ? gateway.appServer(connection).sendMessage(conversationId, text, run, held)
        : gateway.bareAgent(connection).send(conversationId, text, run, held)
    }),
    run: base.conversations.run.handler(({ input, signal }) =>
      command(input, signal, 'The agent runs.', (agent, held) => runOncePaused(rooms, agent, input, held)),
    ),
    pause: base.conversations.pause.handler(({ input, signal }) =>
      command(input, signal, 'Paused.', (agent, held) => agent.pause(input.conversationId, held)),
    ),
    interrupt: base.conversations.interrupt.handler(({ input, signal }) =>
      command(input, signal, 'Interrupted.', (agent, held) => agent.interrupt(input.conversationId, held)),
    ),
    confirm: base.conversations.confirm.handler(({ input, signal }) =>
      command(
        input,
        signal,
        input.accept ? 'Accepted; the agent goes on.' : 'Rejected; the agent was told why.',
        (agent, held) => agent.respond(input.conversationId, input.accept, input.reason, held),
      ),
    ),
  }
}

/**
 * A server that just said `paused` can answer 409 for a moment, because its run is still ending (seen on 1.58.0 and
 * 1.34.0). The person asked to go on after the pause, so it is asked again until it is over.
 */
async function runOncePaused(
  { engine, ports }: Rooms,
  agent: AgentServerClient,
  ref: ConversationRef,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await agent.run(ref.conversationId, signal)
    } catch (error) {
      const isEnding =
        error instanceof HandrailError &&
        error.failure.code === 'conflict' &&
        engine.current(ref)?.facts().executionStatus === 'paused'
      if (!isEnding || tries >= PAUSE_ENDS_WITHIN_TRIES) throw error
      await ports.clock.sleep(PAUSE_LOOK_EVERY_MS, signal)
    }
  }
}

function isLongAgo({ createdAt }: StartTask, now: number): boolean {
  return createdAt !== null && now - createdAt > STARTS_MATTER_FOR_MS
}
