import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { browse, edit, finish, plan, terminal, think, view } from '../tools.ts'
import { green, red } from './ansi.ts'

const PARTS = [
  'metadata',
  'callback',
  'session',
  'role-mapping',
  'logout',
  'break-glass',
  'audit-log',
  'rate-limit',
] as const

function handler(part: string): string {
  return `router.get('/sso/${part}', async (req, res) => {\n  const state = req.query.state\n  res.json(await ${part.replaceAll('-', '')}(state))\n})\n`
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const part = PARTS[round % PARTS.length] ?? 'callback'
  const path = `${folder}/src/sso/${part}.ts`
  return [
    view(`Next: ${part}.`, path, handler(part)),
    edit(
      'The state must be the one we gave out.',
      path,
      handler(part),
      'const state = req.query.state',
      'const state = takeState(req.session, req.query.state)',
    ),
    terminal(
      '',
      `npm test -- sso/${part}`,
      `${red('✗')} refuses a state that was used before\n  expected 403, got 200\n\n${red('1 failing')}, ${random.between(5, 18)} passing`,
      { exitCode: 1, seconds: 3, summary: `test ${part}` },
    ),
    think(
      'The state can be used twice.',
      'takeState reads but does not remove it. Removing in the same step as reading closes the gap, also for two requests at once.',
    ),
    terminal('', `npm test -- sso/${part}`, `${green(`${random.between(6, 19)} passing`)}`, {
      seconds: 3,
      summary: `test ${part} again`,
    }),
    browse(
      'Through the whole flow once.',
      'https://admin.localhost:8443/login',
      `Sign in with Acme · Password login for break-glass accounts\nSigned in as operator@acme.test (${part} ok)`,
    ),
  ]
}

/** Single sign-on is added to an application. */
export const signOn: Plot = {
  name: 'sign-on',
  suits: /sso|sign-on|oidc|saml|login page|auth/i,
  opening: ({ folder }) => [
    terminal(
      'What is there?',
      `ls ${folder}/src/sso 2>/dev/null || echo none`,
      PARTS.map((part) => `${part}.ts`).join('\n'),
      { seconds: 0.3 },
    ),
    plan(
      'From metadata to logout.',
      PARTS.map((part, i) => [part, i === 0 ? 'in_progress' : 'todo']),
    ),
  ],
  chapter,
  ending: () => [
    finish(
      'The admin application signs in with the company provider. Break-glass accounts keep their passwords, and each of their logins is in the audit log.',
    ),
  ],
}
