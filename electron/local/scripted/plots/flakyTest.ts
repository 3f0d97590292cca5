import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { edit, finish, grep, plan, terminal, terminalCall, think, together, view } from '../tools.ts'
import { bold, dim, green, red, yellow } from './ansi.ts'

const AREAS = ['login', 'session', 'cart', 'search', 'profile', 'invites', 'billing', 'webhooks'] as const
const WAITS = ['redirect', 'toast', 'spinner', 'cookie', 'modal', 'token refresh'] as const

function specOf(area: string, round: number): string {
  return `tests/e2e/${area}${round > 7 ? `-${Math.floor(round / 8)}` : ''}.spec.ts`
}

function source(area: string, wait: string): string {
  return [
    "import { expect, test } from '@playwright/test'",
    '',
    `test('${area} survives a slow network', async ({ page }) => {`,
    `  await page.goto('/${area}')`,
    "  await page.getByRole('button', { name: 'Continue' }).click()",
    `  await page.waitForTimeout(500) // ${wait}`,
    `  await expect(page.getByTestId('${area}-done')).toBeVisible()`,
    '})',
    '',
  ].join('\n')
}

function failing(spec: string, area: string, seconds: string): string {
  return [
    `Running 40 tests using 4 workers`,
    '',
    `  ${red('✘')}  17 [chromium] › ${spec}:3:1 › ${area} survives a slow network ${dim(`(${seconds}s)`)}`,
    '',
    `  1) [chromium] › ${spec}:3:1 › ${area} survives a slow network ───────────`,
    '',
    `    Error: ${red('expect(')}locator${red(').toBeVisible()')} failed`,
    '',
    `    Locator: getByTestId('${area}-done')`,
    `    Expected: visible`,
    `    Received: ${yellow('<element(s) not found>')}`,
    `    Timeout:  5000ms`,
    '',
    `  ${red('1 failed')}`,
    `  ${green('39 passed')} ${dim('(38.2s)')}`,
  ].join('\n')
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const area = random.pick(AREAS)
  const wait = random.pick(WAITS)
  const spec = specOf(area, round)
  const path = `${folder}/${spec}`
  const before = source(area, wait)
  const fails = random.between(1, 6)
  const seconds = (5 + random.next() * 3).toFixed(1)
  const run = `npx playwright test ${spec} --repeat-each=40`
  return [
    terminal(`Repeat ${spec} to see how often it fails.`, run, failing(spec, area, seconds), {
      exitCode: 1,
      seconds: 6 + random.next() * 6,
      summary: `repeat the ${area} spec 40 times`,
    }),
    view('The failure is a wait that is too short. Reading the spec.', path, before),
    grep(`Looking for other places that wait for the ${wait} by time.`, 'waitForTimeout', `${folder}/tests`, [
      path,
      `${folder}/tests/e2e/helpers/${wait.replaceAll(' ', '-')}.ts`,
    ]),
    think(
      `It failed ${fails} of 40 times.`,
      `The ${wait} usually arrives within 300 ms, but on a loaded runner it takes longer than the fixed 500 ms. Waiting for the response itself removes the race.`,
      `A fixed timeout cannot be right on every machine. The ${wait} ends with a network response, and Playwright can wait for exactly that.`,
    ),
    edit(
      `Waiting for the ${wait} itself instead of a fixed time.`,
      path,
      before,
      `  await page.waitForTimeout(500) // ${wait}`,
      `  await page.waitForResponse((r) => r.url().includes('/api/${area}') && r.ok())`,
    ),
    together('Checking the fix and what it touches.', [
      terminalCall(run, `Running 40 tests using 4 workers\n\n  ${green('40 passed')} ${dim('(36.9s)')}`, {
        seconds: 5 + random.next() * 5,
        summary: `repeat the ${area} spec again`,
        hook: { command: '.openhands/hooks/format.sh', output: `formatted ${spec}\n` },
      }),
      terminalCall('git diff --stat', ` ${spec} | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)`, {
        seconds: 0.3,
      }),
    ]),
    terminal(
      '',
      `git commit -qam "Wait for the ${wait} in ${area}" && git log --oneline -1`,
      `${random.hex(7)} Wait for the ${wait} in ${area}`,
      {
        seconds: 0.5,
        summary: 'commit the fix',
      },
    ),
  ]
}

/** A test that fails now and then is made reliable. */
export const flakyTest: Plot = {
  name: 'flaky test',
  suits: /flak|fail|test|ci\b|timeout|intermittent/i,
  opening: ({ request, folder, repository }) => [
    plan('I will reproduce the failure, find the race, fix it and prove it.', [
      ['Reproduce the failure', 'in_progress'],
      ['Find the race', 'todo'],
      ['Fix it and run the suite', 'todo'],
    ]),
    terminal(
      `The request: ${request.slice(0, 120)}`,
      `cd ${folder} && git status -sb && ls`,
      `## main...origin/main\nREADME.md\npackage.json\nplaywright.config.ts\nsrc\ntests`,
      {
        seconds: 0.4,
        summary: `look around in ${repository}`,
      },
    ),
    terminal(
      'Installing what the tests need.',
      'npm ci --no-audit --no-fund',
      `added 1204 packages in 21s\n\n${bold('278')} packages are looking for funding`,
      {
        seconds: 8,
        summary: 'install dependencies',
      },
    ),
  ],
  chapter,
  ending: ({ branch }) => [
    plan('Everything is done.', [
      ['Reproduce the failure', 'done'],
      ['Find the race', 'done'],
      ['Fix it and run the suite', 'done'],
    ]),
    terminal(
      'One last run of the whole suite.',
      'npx playwright test',
      `Running 212 tests using 4 workers\n\n  ${green('212 passed')} ${dim('(1.9m)')}`,
      {
        seconds: 12,
        summary: 'run the whole suite',
      },
    ),
    finish(
      `The flaky specs now wait for what they need instead of a fixed time. 40 repeated runs each passed, and so did the whole suite on ${branch}.`,
    ),
  ],
}
