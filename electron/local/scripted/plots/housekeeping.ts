import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { edit, finish, plan, terminal, think, view } from '../tools.ts'
import { green, yellow } from './ansi.ts'

const PLACES = [
  'README.md',
  'docs/runbook.md',
  'docs/install.md',
  'deploy/staging.tf',
  'deploy/previews.tf',
  'docs/faq.md',
] as const

function text(place: string): string {
  return `# ${place.split('/').at(-1)}\n\nThis page was last checked two years ago.\n\nRun \`make all\` and wait.\n`
}

function chapter({ random, folder, request }: Setting, round: number): Step[] {
  const place = PLACES[round % PLACES.length] ?? 'README.md'
  const path = `${folder}/${place}`
  const count = random.between(2, 40)
  return [
    view(`What does ${place} say?`, path, text(place)),
    terminal(
      'Is it still true?',
      `rg -c "${place.split(/[./]/).at(-2)}" ${folder} | head -5`,
      `${place}:${count}\nMakefile:${random.between(1, 6)}`,
      { seconds: 0.4, summary: `check ${place}` },
    ),
    think('', `"${request.slice(0, 90)}": this page needs the new steps and fewer words.`),
    edit(
      'Writing what is true today.',
      path,
      text(place),
      'Run `make all` and wait.',
      'Run `make up`; it takes about a minute and says when it is ready.',
    ),
    terminal('', `make check-docs`, `${yellow(`${count} links`)} checked, ${green('0 broken')}`, {
      seconds: 2.5,
      summary: 'check the links',
    }),
  ]
}

/** Documents and small chores. */
export const housekeeping: Plot = {
  name: 'housekeeping',
  suits: /readme|docs?\b|runbook|certificate|rotate|delete|clean up|preview|chore/i,
  opening: ({ request }) => [
    plan(request.slice(0, 120), [
      ['See what is there', 'in_progress'],
      ['Change it', 'todo'],
      ['Check it', 'todo'],
    ]),
  ],
  chapter,
  ending: ({ request }) => [
    finish(`Done: ${request.slice(0, 160)} The pages say what is true today, and every link works.`),
  ],
}
