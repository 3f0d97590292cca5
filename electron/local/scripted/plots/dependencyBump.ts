import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { browse, edit, finish, grep, plan, terminal, think, view, viewMissing } from '../tools.ts'
import { cyan, green, red } from './ansi.ts'

const PACKAGES = [
  'api',
  'web',
  'worker',
  'mailer',
  'auth',
  'billing',
  'search',
  'admin',
  'sdk',
  'cli',
  'events',
  'media',
] as const
const CALLS = [
  'z.string().email()',
  'z.record(z.string())',
  'schema.strict()',
  'z.nativeEnum(Role)',
  'z.string().uuid()',
] as const
const MODERN: Record<string, string> = {
  'z.string().email()': 'z.email()',
  'z.record(z.string())': 'z.record(z.string(), z.string())',
  'schema.strict()': 'z.strictObject(schema.shape)',
  'z.nativeEnum(Role)': 'z.enum(Role)',
  'z.string().uuid()': 'z.uuid()',
}

function manifest(name: string, version: string): string {
  const body = {
    name: `@acme/${name}`,
    version: '3.2.0',
    type: 'module',
    dependencies: { fastify: '^5.6.1', zod: version },
  }
  return `${JSON.stringify(body, null, 2)}\n`
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const name = PACKAGES[round % PACKAGES.length] ?? 'api'
  const call = random.pick(CALLS)
  const path = `${folder}/packages/${name}/package.json`
  const file = `${folder}/packages/${name}/src/schema.ts`
  const errors = random.between(1, 9)
  const line = random.between(8, 60)
  const code = `import { z } from 'zod'\n\nexport const ${name}Input = z.object({\n  field: ${call},\n})\n`
  return [
    view(`Next package: ${name}.`, path, manifest(name, '^3.25.76')),
    edit('', path, manifest(name, '^3.25.76'), '"zod": "^3.25.76"', '"zod": "^4.1.12"'),
    terminal(
      `Compiling ${name} to see what breaks.`,
      `pnpm --filter @acme/${name} exec tsc --noEmit`,
      `${cyan(`src/schema.ts`)}:${line}:10 - ${red('error')} TS2339: ${call} is deprecated or gone in zod 4.\n\nFound ${errors} error${errors === 1 ? '' : 's'}.`,
      { exitCode: 2, seconds: 3 + random.next() * 4, summary: `type-check ${name}` },
    ),
    grep(`Where does ${name} use it?`, call.replaceAll(/[()]/g, '\\$&'), `${folder}/packages/${name}`, [file]),
    edit(`Writing it the way zod 4 wants it.`, file, code, call, MODERN[call] ?? call),
    terminal(
      '',
      `pnpm --filter @acme/${name} exec tsc --noEmit && pnpm --filter @acme/${name} test`,
      ` ${green('✓')} src/schema.test.ts (${random.between(8, 44)} tests) ${random.between(20, 90)}ms\n\n Test Files  ${green('1 passed')} (1)`,
      {
        seconds: 4 + random.next() * 4,
        summary: `type-check and test ${name}`,
        hook: { command: '.openhands/hooks/lint.sh', output: `checked packages/${name}\n` },
      },
    ),
    terminal('', `git add packages/${name} && git commit -qm "Move ${name} to zod 4"`, '', {
      seconds: 0.4,
      summary: `commit ${name}`,
    }),
  ]
}

/** A dependency is raised across the packages of a workspace. */
export const dependencyBump: Plot = {
  name: 'dependency bump',
  suits: /bump|zod|dependenc|upgrade|version|renovate|update/i,
  opening: ({ request, folder }) => [
    browse(
      'Reading what changed first.',
      'https://zod.dev/v4/changelog',
      'Migration guide. Zod 4 drops several deprecated methods: string formats are top-level functions, z.record needs two arguments, native enums are plain enums.',
    ),
    think(
      'A plan for the order of packages.',
      `${request.slice(0, 160)}: start with packages that nothing depends on, end with the SDK.`,
    ),
    viewMissing('Is there a list of owners to tell?', `${folder}/docs/OWNERS.md`),
    plan('One package at a time.', [
      ['List packages that use zod', 'done'],
      ['Move them one by one', 'in_progress'],
      ['Run everything', 'todo'],
    ]),
  ],
  chapter,
  ending: ({ branch }) => [
    terminal('All packages are moved. Running everything.', 'pnpm -r test', `${green('Tests  1,842 passed')} (1,842)`, {
      seconds: 14,
      summary: 'run all tests',
    }),
    finish(`Every package is on zod 4, type checks and tests pass on ${branch}. The lockfile has one zod only.`),
  ],
}
