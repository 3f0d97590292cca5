import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root } from '../../electron/launch/workspace.mjs'

/** How many tests of a suite passed, and one line for each that did not. */
export interface Outcome {
  passed: number
  failures: string[]
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Reads vitest's JSON report. A test that was skipped did not show what it promises: it counts as failed. */
export function readVitestReport(file: string): Outcome {
  const report = read(file, vitestReport)
  if (!report) return noReport
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status !== 'passed')
      .map(({ status, fullName }) => `${status === 'pending' ? 'skipped' : status}: ${fullName}`)
    return failed.length === 0 && status !== 'passed' ? [`could not run: ${path.relative(root, name)}`] : failed
  })
  return { passed: report.numPassedTests, failures }
}

interface PlaywrightSuite {
  title: string
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
  suites?: PlaywrightSuite[] | undefined
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(
      z.object({ title: z.string(), tests: z.array(z.object({ projectName: z.string(), status: z.string() })) }),
    ),
    suites: z.array(playwrightSuite).optional(),
  }),
)

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** Reads Playwright's JSON report, by the same rule. */
export function readPlaywrightReport(file: string): Outcome {
  const report = read(file, playwrightReport)
  if (!report) return noReport
  const tests = report.suites.flatMap((suite) => testsOf(suite, []))
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failures: [
      ...tests.filter(({ status }) => status !== 'expected').map(({ status, title }) => `${status}: ${title}`),
      ...report.errors.map(({ message }) => `error: ${message?.split('\n')[0]}`),
    ],
  }
}

function testsOf({ title, specs, suites = [] }: PlaywrightSuite, above: string[]): { title: string; status: string }[] {
  const path = [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status }) => ({ title: [...path, spec.title].join(' › '), status })),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, path))]
}

const noReport: Outcome = { passed: 0, failures: ['the suite left no report'] }

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
