import type { AppServerClient } from '../../../../electron/core/gateway/index.ts'
import { emptyStart, NO_FILTER } from '../../../../shared/domain/index.ts'
import { REGISTRATION, VALUE } from '../support/accounts.ts'
import { calm } from '../support/gateway.ts'
import { FAULTS, ID, NAMES_CONVERSATION, type Row } from './row.ts'

type AppRow = Row<AppServerClient>

const SANDBOX = 'k3f7Qm2bVx81LdPz0aRt9a'
const TASK = '77aa0000bb11cc22dd33ee44ff556677'
const PAGE = { items: [], next_page_id: null }

const NO_OBJECT = ['yes', 5, [], null]
const NO_LIST = ['yes', 5, {}, null]
const NO_PAGE = [...NO_OBJECT, {}, { items: {} }]
const NO_COUNT = ['3', -1, 1.5, {}, [], null]

const reads = (names: string, good: unknown, wrong: readonly unknown[], call: AppRow['call']): AppRow => ({
  again: 'nothing',
  names,
  good,
  wrong,
  call,
})
const changes = (names: string, good: unknown, wrong: readonly unknown[], call: AppRow['call']): AppRow => ({
  ...reads(names, good, wrong, call),
  again: 'the same',
})
const adds = (names: string, good: unknown, wrong: readonly unknown[], call: AppRow['call']): AppRow => ({
  ...reads(names, good, wrong, call),
  again: 'a second thing',
})

/** Every call of an app server's client. `budget` asks no server. */
export const APP_CALLS: Record<Exclude<keyof AppServerClient, 'budget'>, AppRow> = {
  check: {
    ...reads('check 127.0.0.1:', { auth_type: 'bearer' }, NO_PAGE, (app) => app.check(calm)),
    strikes: ({ path }) => path.startsWith('/api/keys/current'),
    // What has no such route is asked for a search, which proves the key as well.
    before: PAGE,
    differs: {
      'an unknown id': { code: 'fine' },
      'a web page': { code: 'fine' },
      'an empty answer': { code: 'fine' },
      'another type': { code: 'fine' },
    },
  },
  start: adds('start a conversation', { id: TASK }, [...NO_OBJECT, {}], (app) =>
    app.start({ ...emptyStart('test'), text: 'Hello', secrets: { DEPLOY_KEY: VALUE } }, calm),
  ),
  startTasks: reads('start task 77aa0000', [null], NO_LIST, (app) => app.startTasks([TASK], calm)),
  recentStartTasks: reads('list the newest starts', PAGE, NO_PAGE, (app) => app.recentStartTasks(10, calm)),

  searchConversations: reads('list the conversations', PAGE, NO_PAGE, (app) =>
    app.searchConversations(null, 'person', calm),
  ),
  findConversations: reads('list the conversations', PAGE, NO_PAGE, (app) =>
    app.findConversations({ ...NO_FILTER, title: 'flaky' }, null, calm),
  ),
  countConversations: reads('count the conversations', 3, NO_COUNT, (app) => app.countConversations(NO_FILTER, calm)),
  conversations: reads(NAMES_CONVERSATION, [null], NO_LIST, (app) => app.conversations([ID], 'person', calm)),
  updateConversation: changes(NAMES_CONVERSATION, { id: ID }, [...NO_OBJECT, {}], (app) =>
    app.updateConversation(ID, { title: 'Checkout' }, calm),
  ),
  deleteConversation: changes(NAMES_CONVERSATION, { success: true }, NO_OBJECT, (app) =>
    app.deleteConversation(ID, calm),
  ),
  switchProfile: changes(NAMES_CONVERSATION, { success: true }, NO_OBJECT, (app) =>
    app.switchProfile(ID, 'fast', calm),
  ),
  switchAcpModel: changes(NAMES_CONVERSATION, { success: true }, NO_OBJECT, (app) =>
    app.switchAcpModel(ID, 'small', calm),
  ),
  sendMessage: adds(NAMES_CONVERSATION, { success: true }, [...NO_OBJECT, {}], (app) =>
    app.sendMessage(ID, 'Hello', true, calm),
  ),
  queueMessage: {
    ...adds('start task 77aa0000', { id: 'm', queued: true, position: 1 }, [...NO_OBJECT, {}], (app) =>
      app.queueMessage(TASK, 'Hello', calm),
    ),
    strikes: ({ method }) => method === 'POST',
    before: [{ id: TASK, status: 'WORKING' }],
  },

  eventsPage: reads(NAMES_CONVERSATION, PAGE, ['yes', 5, [], null], (app) =>
    app.eventsPage(ID, { pageId: null, newestFirst: true, limit: 100 }, 'person', calm),
  ),
  eventsById: reads(NAMES_CONVERSATION, [null], [...NO_LIST, ['yes'], [5]], (app) => app.eventsById(ID, [TASK], calm)),
  eventsCount: reads(NAMES_CONVERSATION, 3, NO_COUNT, (app) => app.eventsCount(ID, 'person', calm)),

  gitChanges: reads(NAMES_CONVERSATION, [], NO_LIST, (app) => app.gitChanges(ID, '/workspace', null, calm)),
  gitDiff: reads(NAMES_CONVERSATION, {}, NO_OBJECT, (app) => app.gitDiff(ID, '/workspace/a.ts', null, calm)),
  file: reads(NAMES_CONVERSATION, '', [5, [], {}, null], (app) => app.file(ID, '/workspace/a.ts', calm)),
  files: reads(NAMES_CONVERSATION, [], NO_LIST, (app) => app.files(ID, '/workspace', calm)),
  skills: reads(NAMES_CONVERSATION, { skills: [] }, NO_OBJECT, (app) => app.skills(ID, calm)),
  hooks: reads(NAMES_CONVERSATION, { hooks: [] }, NO_OBJECT, (app) => app.hooks(ID, calm)),
  trajectory: {
    ...reads(NAMES_CONVERSATION, {}, [], (app) => app.trajectory(ID, () => async () => undefined, calm)),
    // A zip is bytes: whoever takes them apart says whether they are one.
    differs: {
      'a web page': { code: 'fine' },
      'an empty answer': { code: 'fine' },
      // Somebody else exports it now, which ends by itself.
      'a paused sandbox': { isSafeToRetry: true },
    },
  },

  sandboxes: reads('list the sandboxes', PAGE, NO_PAGE, (app) => app.sandboxes(null, 'person', calm)),
  sandboxesById: reads('sandbox k3f7Qm2b', [null], NO_LIST, (app) => app.sandboxesById([SANDBOX], 'person', calm)),
  createSandbox: adds('create a sandbox of image', { id: SANDBOX }, [...NO_OBJECT, {}], (app) =>
    app.createSandbox('image', calm),
  ),
  pauseSandbox: changes('pause sandbox k3f7Qm2b', { success: true }, NO_OBJECT, (app) =>
    app.pauseSandbox(SANDBOX, calm),
  ),
  resumeSandbox: changes('resume sandbox k3f7Qm2b', { success: true }, NO_OBJECT, (app) =>
    app.resumeSandbox(SANDBOX, calm),
  ),
  deleteSandbox: changes('delete sandbox k3f7Qm2b', { success: true }, NO_OBJECT, (app) =>
    app.deleteSandbox(SANDBOX, calm),
  ),
  sandboxAddress: reads(
    'VSCODE of sandbox k3f7Qm2b',
    [{ id: SANDBOX, status: 'RUNNING', exposed_urls: [{ name: 'VSCODE', url: 'https://a.test/', port: 1 }] }],
    NO_LIST,
    (app) => app.sandboxAddress(SANDBOX, 'VSCODE', calm),
  ),
  sandboxSpecs: reads('list the sandbox specs', PAGE, NO_PAGE, (app) => app.sandboxSpecs(null, calm)),
  sandboxSpecsById: reads('sandbox spec image', [null], NO_LIST, (app) => app.sandboxSpecsById(['image'], calm)),

  accountKey: reads('what the key may do', { auth_type: 'bearer' }, [...NO_OBJECT, {}], (app) => app.accountKey(calm)),
  accountUser: reads('read the account', {}, NO_OBJECT, (app) => app.accountUser(calm)),
  serverConfig: reads('configuration of the server', { app_mode: 'saas' }, [...NO_OBJECT, {}], (app) =>
    app.serverConfig(calm),
  ),
  probes: {
    ...reads('ask /ready', 'OK', [], (app) => app.probes(calm)),
    strikes: ({ path }) => path === '/ready',
    before: 'OK',
    // What fails is its answer.
    differs: Object.fromEntries(FAULTS.map((fault) => [fault, { code: 'fine' as const }])),
  },
  settings: reads('the settings of the account', {}, NO_OBJECT, (app) => app.settings(calm)),
  setGrouping: changes('the placement of conversations', {}, NO_OBJECT, (app) => app.setGrouping('ADD_TO_ANY', calm)),
  profiles: reads('the model profiles', { profiles: [] }, [...NO_OBJECT, {}], (app) => app.profiles(calm)),
  secrets: reads('list the secrets', PAGE, NO_PAGE, (app) => app.secrets({ name: '', pageId: null }, calm)),
  createSecret: adds('secret DEPLOY_KEY', {}, NO_OBJECT, (app) =>
    app.createSecret({ name: 'DEPLOY_KEY', value: VALUE, description: null }, calm),
  ),
  changeSecret: changes('secret DEPLOY_KEY', {}, NO_OBJECT, (app) =>
    app.changeSecret('DEPLOY_KEY', { name: 'DEPLOY_KEY', description: 'of the pipeline' }, calm),
  ),
  deleteSecret: changes('secret DEPLOY_KEY', {}, NO_OBJECT, (app) => app.deleteSecret('DEPLOY_KEY', calm)),
  registerGitProviders: {
    // Any JSON is an answer to the call of the seed (§4.3).
    ...changes('the git providers and MCP servers', 'stored', [], (app) =>
      app.registerGitProviders(REGISTRATION, calm),
    ),
    // Both calls are tried.
    differs: { 'an unknown id': { code: 'unsupported' } },
  },
  removeGitProviders: {
    ...changes('all git providers', 'stored', [], (app) => app.removeGitProviders(calm)),
    differs: { 'an unknown id': { code: 'unsupported' } },
  },
}
