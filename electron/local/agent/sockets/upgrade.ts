import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { hexOf } from '../../ids.ts'
import { isObject, parseJson } from '../../json.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { AgentServer } from '../server.ts'
import { Channel } from './channel.ts'
import { readClientFrame } from './clientFrame.ts'
import { followEvents, isEventsQuery } from './eventsSocket.ts'
import { followSession, isSessionQuery } from './sessionSocket.ts'

/** Usable subscribers of one conversation; the next one is turned away (contract §18.1). */
const MOST_SUBSCRIBERS = 48

type SocketKind = 'events' | 'session'

/** Accepts sockets for one agent server. */
export class SocketDoor {
  readonly #server: AgentServer
  readonly #wss = new WebSocketServer({ noServer: true, autoPong: false, maxPayload: 64 * 1024 * 1024 })
  readonly #open = new Set<WebSocket>()
  /** The conversation that each socket follows. */
  readonly #subjects = new Map<WebSocket, string>()

  constructor(server: AgentServer) {
    this.#server = server
  }

  /** Refuses with 403 and no body, or accepts and goes on to authentication. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://agent')
    const [, kind, id] = /^\/sockets\/(events|session)\/([^/]+)$/.exec(url.pathname) ?? []
    const hex = hexOf(id ?? '')
    const query = url.searchParams
    const given = query.get('session_api_key') ?? headerKey(request)
    const isSession = kind === 'session'
    const isKnown = kind !== undefined && hex !== undefined && !(isSession && this.#server.env.dialect !== '1.58')
    const isFine = isSession ? isSessionQuery(query) : isEventsQuery(query)
    if (!isKnown || !isFine || (given !== undefined && !this.#server.isKey(given))) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    this.#wss.handleUpgrade(request, socket, head, (ws) => {
      this.#track(ws)
      const enter = () => this.#enter(ws, isSession ? 'session' : 'events', hex, query)
      if (given !== undefined) enter()
      else this.#awaitAuth(ws, enter)
    })
  }

  /** Cuts every socket without a closing handshake, as a dying sandbox does. */
  drop(): void {
    for (const ws of this.#open) ws.terminate()
  }

  /** Sends a frame as it is to every socket of a conversation, whatever it is. */
  sendRaw(hex: string, text: string): void {
    for (const [ws, subject] of this.#subjects) if (subject === hex) ws.send(text)
  }

  #track(ws: WebSocket): void {
    const { faults } = this.#server
    this.#open.add(ws)
    ws.on('ping', (data) => {
      if (!faults.isSilent) ws.pong(data)
    })
    ws.on('error', () => ws.terminate())
    const ping = setInterval(() => {
      if (!faults.isSilent && ws.readyState === ws.OPEN) ws.ping()
    }, this.#server.options.pingMs)
    ws.on('close', () => {
      clearInterval(ping)
      this.#open.delete(ws)
      this.#subjects.delete(ws)
    })
  }

  #awaitAuth(ws: WebSocket, enter: () => void): void {
    const fail = () => ws.close(4001, 'Authentication failed')
    const cancel = this.#server.env.clock.after(this.#server.options.authLimitMs, fail)
    ws.once('close', cancel)
    ws.once('message', (data) => {
      cancel()
      const frame = parseJson(String(data))
      const key = isObject(frame) && frame.type === 'auth' ? frame.session_api_key : undefined
      if (typeof key === 'string' && this.#server.isKey(key)) enter()
      else fail()
    })
  }

  #enter(ws: WebSocket, kind: SocketKind, hex: string, query: URLSearchParams): void {
    const conversation = this.#server.conversation(hex)
    if (conversation === undefined) {
      ws.close(4004, 'Conversation not found')
      return
    }
    if (conversation.listeners.size >= MOST_SUBSCRIBERS) {
      ws.close(1013, 'Too many subscribers')
      return
    }
    this.#subjects.set(ws, hex)
    const channel = new Channel(ws, this.#server.faults)
    const follow = kind === 'session' ? followSession : followEvents
    const listener = follow(conversation, channel, query)
    ws.on('close', () => conversation.listeners.delete(listener))
    ws.on('message', (data) => this.#hear(String(data), kind, conversation, channel))
  }

  #hear(text: string, kind: SocketKind, conversation: Conversation, channel: Channel): void {
    const frame = readClientFrame(text)
    switch (frame.kind) {
      case 'auth':
        return
      case 'message':
        this.#server.agents.message(conversation, frame.content, true)
        return
      case 'invalid': {
        const { code, detail } = frame
        const error =
          kind === 'session'
            ? { type: 'error', code, detail }
            : conversation.transientEvent('ServerErrorEvent', 'environment', { code, detail })
        channel.send(JSON.stringify(error))
      }
    }
  }
}

function headerKey(request: IncomingMessage): string | undefined {
  const key = request.headers['x-session-api-key']
  return Array.isArray(key) ? key[0] : key
}
