import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { create, edit, finish, grep, plan, terminal, terminalCall, think, together, view } from '../tools.ts'
import { bold, cyan, dim, green, red, yellow } from './ansi.ts'

const JOBS = [
  ['invoice-sync', '0 2 * * *'],
  ['dunning-mails', '30 6 * * 1-5'],
  ['usage-rollup', '*/15 * * * *'],
  ['tax-report', '0 4 1 * *'],
  ['payout-check', '10 * * * *'],
  ['card-expiry', '0 8 * * *'],
  ['fx-rates', '5 */6 * * *'],
  ['ledger-close', '0 0 * * 0'],
] as const

function cronSource(job: string, when: string): string {
  const name = job.replaceAll('-', '_')
  return `# ${job}: started by the crontab of billing-01\nSCHEDULE = "${when}"\n\n\ndef ${name}():\n    with database() as db:\n        for account in db.accounts(due=True):\n            process(account)\n`
}

function queueSource(job: string, tries: number): string {
  const name = job.replaceAll('-', '_')
  return `from billing.queue import job\n\n\n@job("${job}", max_tries=${tries}, unique_for="1h")\nasync def ${name}(account_id: str) -> None:\n    account = await accounts.get(account_id)\n    await process(account)\n`
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const [job, when] = JOBS[round % JOBS.length] ?? JOBS[0]
  const tries = random.between(3, 8)
  const accounts = random.between(900, 48_000)
  const name = job.replaceAll('-', '_')
  const old = `${folder}/billing/cron/${name}.py`
  const next = `${folder}/billing/jobs/${name}.py`
  const wave = Math.floor(round / JOBS.length) + 1
  const suite = `pytest tests/jobs/test_${name}.py -q`
  const lost = random.between(2, 19)
  return [
    view(`Wave ${wave}: ${job}, which runs at "${when}".`, old, cronSource(job, when)),
    grep('Who calls it besides cron?', `${name}\\(`, `${folder}/billing`, [old, `${folder}/billing/admin/tools.py`]),
    create('The same work as a queue job, one account at a time.', next, queueSource(job, tries)),
    terminal(
      'Running its tests.',
      suite,
      `${red('F')}${green('.'.repeat(random.between(5, 12)))}\n${bold('FAILURES')}\n    assert len(done) == ${accounts}\n${red(`E   assert ${accounts - lost} == ${accounts}`)}\n${red('1 failed')}, ${green('11 passed')} in ${(random.next() * 4 + 1).toFixed(2)}s`,
      {
        exitCode: 1,
        seconds: 3 + random.next() * 4,
        summary: `test ${job}`,
      },
    ),
    think(
      `${lost} accounts are missing.`,
      `Accounts that become due while the fan-out is running are skipped, because the cursor pages by due date. Paging by id is stable.`,
      `The old job held one transaction for the whole run, so nothing could become due meanwhile. The fan-out has no such protection; the cursor has to be stable by itself.`,
    ),
    edit(
      'Paging by id instead of due date.',
      next,
      `${queueSource(job, tries)}\n\nORDER = "due_at"\n`,
      'ORDER = "due_at"',
      'ORDER = "id"',
    ),
    together('Testing it, and a dry run against a copy of the data.', [
      terminalCall(suite, `${green('.'.repeat(12))}\n${green('12 passed')} in ${(random.next() * 3 + 1).toFixed(2)}s`, {
        seconds: 3 + random.next() * 2,
        summary: `test ${job} again`,
        hook: { command: '.openhands/hooks/ruff.sh', output: 'All checks passed!\n' },
      }),
      terminalCall(
        `python -m billing.queue dry-run ${job} --compare-with cron`,
        `${cyan('INFO')} enqueued ${accounts} accounts\n${cyan('INFO')} cron would have processed ${accounts}\n${green('same set')} ${dim(`in ${random.between(11, 70)}s`)}`,
        {
          seconds: 6 + random.next() * 6,
          summary: `dry run of ${job}`,
        },
      ),
    ]),
    terminal(
      'Cron and queue both stay on for one night; the queue only writes where cron did not.',
      `python -m billing.queue shadow ${job} --hours 24`,
      `${yellow('WARN')} shadow mode until tomorrow\nscheduled ${job} at "${when}"`,
      {
        risk: 'MEDIUM',
        seconds: 1,
        summary: `shadow ${job} for a night`,
      },
    ),
    terminal(
      '',
      `git add -A billing tests && git commit -qm "Run ${job} from the queue" && git log --oneline -1`,
      `${random.hex(7)} Run ${job} from the queue`,
      { seconds: 0.4, summary: `commit ${job}` },
    ),
  ]
}

/** Scheduled jobs move from cron to a queue. */
export const cronMigration: Plot = {
  name: 'cron migration',
  suits: /cron|queue|schedule|job|migrat/i,
  opening: ({ folder }) => [
    terminal(
      'What runs at night today?',
      `cat ${folder}/deploy/crontab`,
      JOBS.map(([job, when]) => `${when}\tpython -m billing.cron.${job.replaceAll('-', '_')}`).join('\n'),
      { seconds: 0.3, summary: 'read the crontab' },
    ),
    plan('One job at a time, each with a shadow night.', [
      ['List the jobs and who depends on them', 'done'],
      ['Move each job and compare with cron', 'in_progress'],
      ['Remove the crontab', 'todo'],
    ]),
  ],
  chapter,
  ending: ({ folder }) => [
    terminal(
      'Every job ran from the queue for a night without a difference. The crontab can go.',
      `git rm -q ${folder}/deploy/crontab && git commit -qm "Remove the crontab"`,
      '',
      { seconds: 0.5 },
    ),
    finish(
      'All eight billing jobs run from the queue. Each had a shadow night that wrote the same accounts as cron; no run was missed. The crontab is removed.',
    ),
  ],
}
