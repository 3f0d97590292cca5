import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { browse, edit, finish, grep, plan, terminal, think, view } from '../tools.ts'
import { green, red, yellow } from './ansi.ts'

const MODULES = ['accounts', 'orders', 'audit', 'sessions', 'reports', 'outbox', 'flags', 'quotas'] as const

function source(name: string): string {
  return `import { pool } from '../db'\n\nexport async function find${name}(id: string) {\n  const { rows } = await pool.query('select * from ${name} where id = $1', [id])\n  return rows[0]\n}\n`
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const name = MODULES[round % MODULES.length] ?? 'accounts'
  const path = `${folder}/src/${name}/store.ts`
  const port = random.between(5433, 5499)
  return [
    view(`${name}: how does it talk to the database?`, path, source(name)),
    grep('', `pool\\.query`, `${folder}/src/${name}`, [path, `${folder}/src/${name}/batch.ts`]),
    edit(
      'The new client has typed, tagged queries.',
      path,
      source(name),
      `pool.query('select * from ${name} where id = $1', [id])`,
      `sql\`select * from ${name} where id = \${id}\``,
    ),
    terminal(
      '',
      `TEST_DB=postgres://localhost:${port}/test npm test -- ${name}`,
      `${red('FAIL')} src/${name}/store.test.ts\n  ● returns undefined for an unknown id\n\n    ${red('TypeError: rows is not iterable')}\n\nTests: ${red('1 failed')}, ${random.between(4, 22)} passed`,
      { exitCode: 1, seconds: 5, summary: `test ${name}` },
    ),
    think(
      'The shape of results changed.',
      'A query now gives the rows themselves, not an object with rows. Destructuring the first row is enough.',
    ),
    edit('', path, source(name), 'const { rows } =', 'const rows ='),
    terminal(
      '',
      `TEST_DB=postgres://localhost:${port}/test npm test -- ${name}`,
      `${green('PASS')} src/${name}/store.test.ts\nTests: ${green(`${random.between(6, 24)} passed`)}`,
      {
        seconds: 4,
        summary: `test ${name} again`,
        hook: { command: '.openhands/hooks/lint.sh', output: `${yellow('1 warning')}\n` },
      },
    ),
  ]
}

/** A client library is raised to a new major version. */
export const clientUpgrade: Plot = {
  name: 'client upgrade',
  suits: /postgres|client|driver|database|\bdb\b|redis|kafka/i,
  opening: ({ folder }) => [
    browse(
      'What is new, and what is gone?',
      'https://github.com/porsager/postgres/blob/master/README.md',
      'Queries are tagged templates. Results are arrays of rows with extra properties. Transactions take a callback.',
    ),
    terminal('', `cd ${folder} && npm ls pg`, '@acme/platform@8.1.0\n└─┬ @acme/store@8.1.0\n  └── pg@8.11.3', {
      seconds: 1.5,
    }),
    plan('Module by module, tests first.', [
      ['Install the new client beside the old one', 'done'],
      ['Move the modules', 'in_progress'],
      ['Remove the old client', 'todo'],
    ]),
  ],
  chapter,
  ending: () => [
    terminal(
      'Nothing uses the old client any more.',
      'npm uninstall pg && npm test',
      `removed 14 packages in 2s\nTests: ${green('412 passed')}`,
      { seconds: 9 },
    ),
    finish(
      'Every module uses the new client, the old one is removed, and all 412 tests pass. Query times did not change.',
    ),
  ],
}
