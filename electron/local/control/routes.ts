import * as z from 'zod'
import { json, type Request, type Route } from '../http/route.ts'
import type { Json } from '../json.ts'
import type { World } from '../world/world.ts'
import type { LocalControl } from './control.ts'

const text = z.string()
const generated = z.object({
  events: z.int(),
  sandboxId: text.exactOptional(),
  title: text.exactOptional(),
  parent: text.exactOptional(),
  acpServer: text.exactOptional(),
})
const fields = z.record(z.string(), z.json())
const failure = z.union([
  z.literal('html'),
  z.literal('reset'),
  z.object({ status: z.int(), body: text.optional(), headers: z.record(text, text).optional() }),
])

/** The control interface over HTTP: `POST /_control/<name>` with one JSON object, for services in another process. */
export function controlRoutes(control: LocalControl): Route<World>[] {
  const route = <T>(
    name: string,
    shape: z.ZodType<T>,
    act: (input: T) => Json | undefined | Promise<Json | undefined>,
  ) => ({
    method: 'POST' as const,
    path: `/_control/${name}`,
    async handle(request: Request<World>) {
      const input = shape.safeParse((await request.body()) ?? {})
      if (!input.success) return json({ detail: z.prettifyError(input.error) }, 422)
      return json({ result: (await act(input.data)) ?? null })
    },
  })
  const none = z.object({})
  const one = z.object({ conversation: text })
  return [
    route('drop-sockets', none, () => void control.dropSockets()),
    route('go-silent', z.object({ silent: z.boolean().default(true) }), (i) => void control.goSilent(i.silent)),
    route('fail-next', z.object({ count: z.int(), failure, pathHas: text.default('') }), (i) => {
      control.failNext(i.count, tidy(i.failure), i.pathHas)
    }),
    route('add-latency', z.object({ ms: z.number() }), (i) => void control.addLatency(i.ms)),
    route('heal', none, () => void control.heal()),
    route('inject-frame', one.extend({ text }), (i) => void control.injectFrame(i.conversation, i.text)),
    route('inject-large', one.extend({ bytes: z.int() }), (i) => control.injectLarge(i.conversation, i.bytes)),
    route('repeat-newest', one.extend({ count: z.int() }), (i) => void control.repeatNewest(i.conversation, i.count)),
    route('append-event', one.extend({ event: fields.and(z.object({ kind: text, source: text })) }), (i) =>
      control.appendEvent(i.conversation, i.event),
    ),
    route('append', one.extend({ count: z.int(), bytes: z.int().default(700) }), (i) =>
      control.append(i.conversation, i.count, { bytes: i.bytes }),
    ),
    route('firehose', one.extend({ count: z.int(), perSecond: z.number(), bytes: z.int().default(700) }), (i) =>
      control.firehose(i.conversation, i),
    ),
    route('pause-agents', z.object({ paused: z.boolean().default(true) }), (i) => void control.pauseAgents(i.paused)),
    route('rotate-session-key', z.object({ sandbox: text }), (i) => control.rotateSessionKey(i.sandbox)),
    route('restart-sandbox', z.object({ sandbox: text }), async (i) => void (await control.restartSandbox(i.sandbox))),
    route('set-running-limit', z.object({ limit: z.int().positive() }), (i) => void control.setRunningLimit(i.limit)),
    route('set-agent-version', z.object({ version: z.enum(['1.58', '1.34']) }), (i) => {
      control.setAgentVersion(i.version)
    }),
    route('fail-next-start', z.object({ detail: text }), (i) => void control.failNextStart(i.detail)),
    route('lose-sandbox', z.object({ sandbox: text, lost: z.boolean().default(true) }), (i) => {
      control.loseSandbox(i.sandbox, i.lost)
    }),
    route('make-holes', one.extend({ what: z.union([z.int(), z.array(text)]) }), (i) =>
      control.makeHoles(i.conversation, i.what),
    ),
    route('forget-settings', none, () => void control.forgetSettings()),
    route('request-counts', none, () => control.requestCounts()),
    route('reset-request-counts', none, () => void control.resetRequestCounts()),
    route('event-ids', one, (i) => control.eventIds(i.conversation)),
    route('subscribers', one, (i) => control.subscribers(i.conversation)),
    route('add-conversation', generated, (i) => control.addConversation(i)),
  ]
}

function tidy(value: z.infer<typeof failure>) {
  if (typeof value === 'string') return value
  const { status, body, headers } = value
  return { status, ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) }
}
