import { parseArgs } from 'node:util'
import { run } from '../../electron/launch/processes.mjs'
import { inRoot, node24 } from '../../electron/launch/workspace.mjs'
import { MissingNeed } from './debian.ts'
import type { Outcome } from './reports.ts'
import { faultsSuite, realSuite, type Suite, suites } from './suites.ts'

const help = `npm test -- [options]

  --only A,B   only these suites: ${suites.map(({ name }) => name).join(', ')}
  --check      only what needs no running program (npm run check)
  --soak       the faults, each of them 50 times (npm run test:soak)
  --real       against real OpenHands servers (npm run test:real)
  --bench      the bench; all further options are its own (npm run bench -- --json)
`

interface Choice {
  only?: string
  check?: boolean
  real?: boolean
  soak?: boolean
}

async function main(argv: string[]): Promise<number> {
  // Hundreds of workers and programs are started from the sources: what was compiled once is read.
  process.env.NODE_COMPILE_CACHE ??= inRoot('tests', 'cache', 'compiled')
  if (argv[0] === '--bench') return bench(argv.slice(1))
  const { values } = parseArgs({
    args: argv,
    options: {
      only: { type: 'string' },
      check: { type: 'boolean' },
      real: { type: 'boolean' },
      soak: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  return runAll(choose(values))
}

function choose({ only, check, real, soak }: Choice): Suite[] {
  if (real) return [realSuite]
  if (soak) {
    process.env.HANDRAIL_FAULT_RUNS = '50'
    return [faultsSuite]
  }
  if (check) return suites.filter(({ isCheck }) => isCheck)
  if (only === undefined) return suites
  return only.split(',').map((name) => {
    const suite = suites.find((candidate) => candidate.name === name)
    if (!suite) throw new Error(`--only: there is no suite '${name}'\n\n${help}`)
    return suite
  })
}

/** Runs every suite, whatever the ones before it gave. The last line is `N passed, N failed`. */
async function runAll(chosen: Suite[]): Promise<number> {
  const lines: string[] = []
  let passed = 0
  let failed = 0
  for (const suite of chosen) {
    console.log(`\n━━ ${suite.heading}`)
    const started = performance.now()
    const outcome = await outcomeOf(suite)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    passed += outcome.passed
    failed += outcome.failures.length
    const line = `${suite.heading}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${seconds} s`
    console.log(`━━ ${line}`)
    lines.push(`  ${line}`, ...outcome.failures.map((failure) => `    ✗ ${failure}`))
  }
  console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`)
  // Nothing run is a failure, except where the servers to test against were never set up; that was said above.
  const mayBeNothing = chosen.length === 1 && chosen[0] === realSuite
  return failed > 0 || (passed === 0 && !mayBeNothing) ? 1 : 0
}

/** A suite that cannot run on this machine has failed; it is never skipped. */
async function outcomeOf(suite: Suite): Promise<Outcome> {
  try {
    return await suite.run()
  } catch (error) {
    console.error(error instanceof MissingNeed ? error.message : error)
    return { passed: 0, failures: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)] }
  }
}

/** The bench measures the built programs; its own output is all there is on stdout. */
async function bench(args: string[]): Promise<number> {
  const built = await run(node24, [inRoot('electron', 'launch', 'build.mjs')], { output: 'toStderr' })
  return built === 0 ? run(node24, [inRoot('tests', 'bench', 'main.ts'), ...args]) : built
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
