import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { finish, grep, mcp, terminal, think } from '../tools.ts'

const TOPICS = [
  'Cart empties after login',
  'Search ignores accents',
  'Receipt mail has wrong currency',
  'Dark mode flickers',
  'Address form rejects P.O. boxes',
  'Slow product page on phones',
  'Refund button missing',
  'Wishlist order is random',
] as const
const LABELS = ['bug', 'search', 'mail', 'theme', 'checkout', 'performance', 'payments', 'wishlist'] as const

function chapter({ random, folder }: Setting, round: number): Step[] {
  const at = round % TOPICS.length
  const topic = TOPICS[at] ?? TOPICS[0]
  const label = LABELS[at] ?? LABELS[0]
  const issue = random.between(210, 2400)
  const twin = issue - random.between(3, 120)
  return [
    mcp(
      `Issue #${issue}: ${topic}.`,
      'github_get_issue',
      { repo: 'acme/shop', number: issue },
      `#${issue} ${topic}\nopened by a customer ${random.between(2, 200)} days ago\n\nSteps: open the shop, ${topic.toLowerCase()}.`,
    ),
    terminal(
      'Is it known already?',
      `gh issue list --search "${topic.split(' ').slice(0, 2).join(' ')}" --state all --limit 5`,
      `#${issue}\t${topic}\tOPEN\n#${twin}\t${topic} again\tOPEN`,
      { seconds: 1.4, summary: 'look for duplicates' },
    ),
    grep('Where would it come from?', label, `${folder}/src`, [`${folder}/src/${label}/index.ts`]),
    think(
      `#${twin} says the same.`,
      `#${issue} has the better description and #${twin} has a stack trace. I keep the older number, copy the trace, and link them.`,
    ),
    mcp(
      '',
      'github_add_labels',
      { repo: 'acme/shop', number: issue, labels: [label, 'triaged'] },
      `labels on #${issue}: ${label}, triaged`,
    ),
    mcp(
      'A kind note on the duplicate.',
      'github_comment',
      {
        repo: 'acme/shop',
        number: twin,
        body: `Thank you for the report! It is the same as #${issue}; I copied your trace there.`,
      },
      `commented on #${twin}`,
    ),
  ]
}

/** Open issues are read, labelled and linked. */
export const issueTriage: Plot = {
  name: 'issue triage',
  suits: /triage|issue|backlog|label|duplicate/i,
  opening: () => [
    terminal('How many are there?', 'gh issue list --state open --json number --jq length', '214', {
      seconds: 1.2,
      summary: 'count open issues',
    }),
  ],
  chapter,
  ending: () => [
    finish('All 214 open issues have a label; 31 duplicates are linked, each with a note to its reporter.'),
  ],
}
