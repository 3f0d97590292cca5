import type { AgentServerClient } from '../../../../electron/core/gateway/index.ts'
import { VALUE } from '../support/accounts.ts'
import { calm } from '../support/gateway.ts'
import { ID, NAMES_CONVERSATION, type Row } from './row.ts'

type AgentRow = Row<AgentServerClient>

const FORK = '0d5c9d1e-7a52-4b0b-9a3e-3f1f6f0a9c11'
const START = {
  connectionId: 'test',
  id: FORK,
  text: 'Hello',
  run: true,
  workingDir: '/workspace/project',
  model: 'acme/large',
  modelUrl: null,
  tags: {},
}
const PAGE = { items: [], next_page_id: null }
const DONE = { success: true }
const NO_OBJECT = ['yes', 5, [], null]

const row = (
  again: AgentRow['again'],
  good: unknown,
  wrong: readonly unknown[],
  call: AgentRow['call'],
  names = NAMES_CONVERSATION,
): AgentRow => ({ again, names, good, wrong, call })

/** Every call of an agent server's client. `openSocket` makes none: eventSocket.test.ts has what befalls sockets. */
export const AGENT_CALLS: Record<Exclude<keyof AgentServerClient, 'openSocket'>, AgentRow> = {
  searchConversations: row(
    'nothing',
    PAGE,
    [...NO_OBJECT, {}],
    (agent) => agent.searchConversations(null, calm),
    'list the conversations',
  ),
  conversation: row('nothing', { id: ID }, [...NO_OBJECT, {}], (agent) => agent.conversation(ID, calm)),
  rename: row('the same', DONE, NO_OBJECT, (agent) => agent.rename(ID, 'Checkout', calm)),
  replaceTags: row('the same', DONE, NO_OBJECT, (agent) => agent.replaceTags(ID, { team: 'web' }, calm)),
  eventsPage: row('nothing', PAGE, NO_OBJECT, (agent) =>
    agent.eventsPage(ID, { pageId: null, newestFirst: false, limit: 100 }, calm),
  ),
  eventsCount: row('nothing', 3, ['3', -1, 1.5, {}, [], null], (agent) => agent.eventsCount(ID, calm)),
  event: row('nothing', { id: FORK }, [...NO_OBJECT, {}, { id: 'another' }], (agent) => agent.event(ID, FORK, calm)),

  send: {
    ...row('a second thing', DONE, NO_OBJECT, (agent) => agent.send(ID, 'Hello', true, calm)),
    // Its limit is about running: the message is kept (contract §18.1).
    differs: {
      'a limit that lasts an hour': { code: 'fine' },
      'a limit without an end': { code: 'fine' },
      'a limit without a time': { code: 'fine' },
    },
  },
  run: row('a second thing', DONE, NO_OBJECT, (agent) => agent.run(ID, calm)),
  pause: row('the same', DONE, NO_OBJECT, (agent) => agent.pause(ID, calm)),
  interrupt: row('the same', DONE, NO_OBJECT, (agent) => agent.interrupt(ID, calm)),
  respond: row('a second thing', DONE, NO_OBJECT, (agent) => agent.respond(ID, false, 'Not now', calm)),

  serverInfo: row('nothing', {}, NO_OBJECT, (agent) => agent.serverInfo(calm), 'ask 127.0.0.1:'),
  start: row(
    'the same',
    { id: FORK },
    [...NO_OBJECT, {}],
    (agent) => agent.start({ ...START, modelKey: VALUE }, calm),
    'start a conversation',
  ),
  settings: row('nothing', {}, NO_OBJECT, (agent) => agent.settings(ID, calm)),
  setPolicy: row('the same', DONE, NO_OBJECT, (agent) => agent.setPolicy(ID, { kind: 'AlwaysConfirm' }, calm)),
  setAnalyzer: row('the same', DONE, NO_OBJECT, (agent) => agent.setAnalyzer(ID, 'LLMSecurityAnalyzer', calm)),
  addSecrets: row('the same', DONE, NO_OBJECT, (agent) => agent.addSecrets(ID, { DEPLOY_KEY: VALUE }, calm)),
  fork: {
    ...row('a second thing', { id: FORK }, [...NO_OBJECT, {}], (agent) =>
      agent.fork(ID, { id: FORK, title: null, tags: {}, resetMetrics: true, fromEventId: null }, calm),
    ),
    // Made by a second request the fork is found by its id, but nothing of it is sent twice unasked.
    differs: {
      'a web page': { isSafeToRetry: true },
      'an empty answer': { isSafeToRetry: true },
      'another type': { isSafeToRetry: true },
      'a failure': { isSafeToRetry: true },
      'a line cut before the answer': { isSafeToRetry: true },
      'a line cut in the middle': { isSafeToRetry: true },
    },
  },
  navigate: row('the same', { id: ID }, [...NO_OBJECT, {}], (agent) => agent.navigate(ID, null, calm)),
  condense: row('a second thing', DONE, NO_OBJECT, (agent) => agent.condense(ID, calm)),
  ask: row('the same', { response: 'Tests.' }, [...NO_OBJECT, {}], (agent) => agent.ask(ID, 'What next?', calm)),
  startGoal: row('a second thing', DONE, NO_OBJECT, (agent) => agent.startGoal(ID, 'Green tests', 3, calm)),
  stopGoal: row('the same', DONE, NO_OBJECT, (agent) => agent.stopGoal(ID, calm)),
  resumeGoal: row('a second thing', DONE, NO_OBJECT, (agent) => agent.resumeGoal(ID, calm)),
  finalResponse: row('nothing', { response: '' }, NO_OBJECT, (agent) => agent.finalResponse(ID, calm)),

  // A bare agent server has one workspace for all: the place is the object.
  gitChanges: row(
    'nothing',
    [],
    ['yes', 5, {}, null],
    (agent) => agent.gitChanges(ID, '/workspace', null, calm),
    'changes in /workspace',
  ),
  gitDiff: row(
    'nothing',
    {},
    NO_OBJECT,
    (agent) => agent.gitDiff(ID, '/workspace/a.ts', null, calm),
    'diff of /workspace/a.ts',
  ),
  file: {
    ...row('nothing', 'text', [], (agent) => agent.file(ID, '/workspace/a.ts', calm), 'read /workspace/a.ts'),
    // Whatever comes is the file.
    differs: { 'a web page': { code: 'fine' }, 'an empty answer': { code: 'fine' } },
  },
  trajectory: {
    ...row('nothing', {}, [], (agent) => agent.trajectory(ID, () => async () => undefined, calm)),
    // A zip is bytes: whoever takes them apart says whether they are one.
    differs: { 'a web page': { code: 'fine' }, 'an empty answer': { code: 'fine' } },
  },
}
