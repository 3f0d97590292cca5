import { mkdirSync, rmSync } from 'node:fs'
import { inRoot, node24 } from '../../electron/launch/workspace.mjs'
import { obtainChromium } from './chromium.ts'
import { obtainElectronRuntime } from './electronRuntime.ts'
import { runProgram } from './programs.ts'
import { type Outcome, readPlaywrightReport, readVitestReport } from './reports.ts'

export interface Suite {
  name: string
  heading: string
  /** Part of `npm run check`. */
  isCheck?: true
  run(): Promise<Outcome>
}

const minutes = (n: number): number => n * 60_000
const module = (...parts: string[]): string => inRoot('node_modules', ...parts)

/** `npm run test:soak` runs it alone, with ten times the runs. */
export const faultsSuite: Suite = {
  name: 'faults',
  heading: 'Faults',
  run: () => vitest('faults', process.env.HANDRAIL_FAULT_RUNS === undefined ? minutes(5) : minutes(90)),
}

/** Every suite of `npm test`, in the order in which it is run: what is quick and what others need comes first. */
export const suites: Suite[] = [
  { name: 'types', heading: 'Types', isCheck: true, run: () => tool([module('typescript', 'bin', 'tsc')]) },
  {
    name: 'lint',
    heading: 'Lint and format',
    isCheck: true,
    run: () => tool([module('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']),
  },
  { name: 'knip', heading: 'Unused code', isCheck: true, run: () => tool([module('knip', 'bin', 'knip.js')]) },
  {
    name: 'architecture',
    heading: 'Architecture',
    isCheck: true,
    run: () => vitest('architecture', minutes(2)),
  },
  { name: 'build', heading: 'Build', run: () => tool([inRoot('electron', 'launch', 'build.mjs')]) },
  { name: 'unit', heading: 'Contract, core and local service', run: () => vitest('node', minutes(5)) },
  faultsSuite,
  {
    name: 'renderer',
    heading: 'Renderer, in a browser',
    run: async () => {
      await obtainChromium()
      return vitest('browser', minutes(5))
    },
  },
  {
    name: 'e2e',
    heading: 'End to end, browser host',
    run: async () => {
      await obtainChromium()
      const browser = await playwright('browser', minutes(5))
      const measured = await playwright('measured', minutes(2))
      return {
        passed: browser.passed + measured.passed,
        failures: [...browser.failures, ...measured.failures],
      }
    },
  },
  {
    name: 'electron',
    heading: 'End to end, Electron',
    run: async () => {
      await obtainElectronRuntime()
      return playwright('electron', minutes(5))
    },
  },
]

/** Only `npm run test:real` runs this. The servers cannot be had everywhere: here, and only here, skipping is no failure. */
export const realSuite: Suite = {
  name: 'real',
  heading: 'Real OpenHands servers',
  run: async () => {
    const { passed, failures } = await vitest('real', minutes(60))
    return { passed, failures: failures.filter((failure) => !failure.startsWith('skipped: ')) }
  },
}

/** A tool that only says yes or no counts as one test. */
async function tool(args: string[]): Promise<Outcome> {
  const { code } = await runProgram(node24, args, { live: true, limitMs: minutes(3) })
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [`exit code ${code}`] }
}

async function vitest(project: string, limitMs: number): Promise<Outcome> {
  const report = freshReport(project)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = [module('vitest', 'vitest.mjs'), 'run', '--project', project, ...reporters]
  const { code } = await runProgram(node24, args, { live: true, limitMs })
  return withExitCode(readVitestReport(report), code)
}

async function playwright(project: string, limitMs: number): Promise<Outcome> {
  const report = freshReport(`playwright-${project}`)
  const args = [module('playwright', 'cli.js'), 'test', '--project', project, '--reporter=line,json']
  const { code } = await runProgram(node24, args, {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    live: true,
    limitMs,
  })
  return withExitCode(readPlaywrightReport(report), code)
}

/** A suite that reports no failure but ends with an error, or ran nothing, has not passed. */
function withExitCode({ passed, failures }: Outcome, code: number): Outcome {
  if (failures.length > 0) return { passed, failures }
  if (passed === 0) return { passed, failures: ['no tests found'] }
  return { passed, failures: code === 0 ? [] : [`exit code ${code}, though every test passed`] }
}

/** Where a suite writes its report; that of an earlier run is removed, so that it cannot be taken for this one's. */
function freshReport(name: string): string {
  mkdirSync(inRoot('tests', 'cache', 'reports'), { recursive: true })
  const file = inRoot('tests', 'cache', 'reports', `${name}.json`)
  rmSync(file, { force: true })
  return file
}
