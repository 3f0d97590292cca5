import { expect, onTestFinished, test } from 'vitest'
import type { AgentServerClient, SocketOptions } from '../../../electron/core/gateway/index.ts'
import { type WatchedSocket, watch } from '../../core/gateway/support/watchedSocket.ts'
import { eventually } from '../until.ts'
import { agentEvents, agentOf, calm, reached, type Subject, UNKNOWN } from './subject.ts'

/** What an agent server promises about its sockets (contract §13, §18.3). */
export function socketPromises(of: () => Subject): void {
  function open(agent: AgentServerClient, options: Partial<SocketOptions>): WatchedSocket {
    const watched = watch(agent, options)
    onTestFinished(() => watched.socket.close())
    return watched
  }

  test('the events socket begins with the whole state, then tells every event in the order of the log', async () => {
    const ref = await of().conversation()
    const { conversationId } = ref
    const agent = await agentOf(of(), ref)
    const socket = open(agent, { conversationId })
    const [first] = await socket.framesCame(1)
    expect(JSON.parse(first ?? '')).toMatchObject({ kind: 'ConversationStateUpdateEvent', key: 'full_state' })
    await agent.send(conversationId, of().texts.work('socket'), true, calm)
    await reached(of(), ref, 'finished')
    const theirs = await settled(of(), ref)
    await eventually(async () => (idsOf(socket).includes(theirs.at(-1) ?? '') ? true : null))
    const seen = idsOf(socket).filter((id) => theirs.includes(id))
    expect(seen).toEqual(theirs)
  })

  test('the session socket tells where the log ends and resumes without a gap, where the version has it', async () => {
    const ref = await of().conversation()
    const { conversationId } = ref
    const agent = await agentOf(of(), ref)
    if (of().version === '1.34.0') {
      const end = await open(agent, { conversationId, dialect: 'session', afterSeq: -1 }).ended
      expect(end).toMatchObject({ code: null, handshakeStatus: 403 })
      return
    }
    await agent.send(conversationId, of().texts.work('session'), true, calm)
    await reached(of(), ref, 'finished')
    const theirs = await settled(of(), ref)
    const whole = open(agent, { conversationId, dialect: 'session', afterSeq: -1 })
    const frames = (await whole.framesCame(theirs.length + 1)).map((frame) => JSON.parse(frame))
    expect(frames[0]).toMatchObject({ type: 'sync', from_seq: -1, through_seq: theirs.length - 1 })
    const durable = frames.filter(({ type }) => type === 'durable')
    expect(durable.map(({ event }) => event.id)).toEqual(theirs)
    expect(durable.map(({ seq }) => seq)).toEqual(theirs.map((_, at) => at))
    const rest = open(agent, { conversationId, dialect: 'session', afterSeq: theirs.length - 3 })
    const tail = (await rest.framesCame(3)).map((frame) => JSON.parse(frame))
    expect(tail.filter(({ type }) => type === 'durable').map(({ event }) => event.id)).toEqual(theirs.slice(-2))
  })

  test('an unknown conversation and a wrong key are told apart', async () => {
    const { gateway } = of()
    const ref = await of().conversation()
    const agent = await agentOf(of(), ref)
    expect(await open(agent, { conversationId: UNKNOWN }).ended).toMatchObject({ code: 4004 })
    const { conversationUrl } = await agent.conversation(ref.conversationId, calm)
    const { origin } = new URL(conversationUrl ?? '')
    // The key of this gateway is that of another server here.
    const stranger = gateway.bareAgent({ ...of().connection, id: 'stranger', kind: 'agent', baseUrl: `${origin}` })
    if (of().connection.kind === 'agent') return
    expect(await open(stranger, { conversationId: ref.conversationId }).ended).toMatchObject({ code: 4001 })
  })
}

/** Ids of the log, once nothing is added any more. */
async function settled(subject: Subject, ref: Parameters<typeof agentEvents>[1]): Promise<string[]> {
  let before = 0
  return eventually(async () => {
    const ids = (await agentEvents(subject, ref)).map(({ id }) => id)
    const isSame = ids.length === before
    before = ids.length
    return isSame ? ids : null
  })
}

function idsOf(socket: WatchedSocket): string[] {
  return socket.frames().map((frame) => JSON.parse(frame).id)
}
