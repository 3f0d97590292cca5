import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { edit, finish, grep, plan, terminal, think, view } from '../tools.ts'
import { dim, green, red } from './ansi.ts'

/** Words of a request that could be names in code. */
function topicOf(request: string): string {
  const words = request.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const dull = new Set([
    'please',
    'with',
    'that',
    'this',
    'then',
    'from',
    'into',
    'make',
    'should',
    'have',
    'what',
    'when',
    'could',
    'would',
  ])
  return words.find((word) => !dull.has(word)) ?? 'feature'
}

function source(topic: string): string {
  return `export function ${topic}(input: string): string {\n  // TODO: handle the empty case\n  return input.trim()\n}\n`
}

function chapter({ random, folder, request }: Setting, round: number): Step[] {
  const topic = topicOf(request)
  const path = `${folder}/src/${topic}${round === 0 ? '' : round + 1}.ts`
  return [
    grep(`Where is "${topic}" handled?`, topic, `${folder}/src`, [path, `${folder}/src/index.ts`]),
    view('', path, source(topic)),
    edit(
      'This is the place to change.',
      path,
      source(topic),
      '  // TODO: handle the empty case\n',
      "  if (input === '') return ''\n",
    ),
    terminal(
      '',
      `npm test -- ${topic}`,
      `${red('✗')} ${topic} keeps inner spaces\n  - expected "a  b"\n  + received "a b"\n\n${red('1 failed')} | ${random.between(3, 30)} passed`,
      { exitCode: 1, seconds: 3, summary: `test ${topic}` },
    ),
    think(
      'A test says what I missed.',
      `Inner spaces must stay; only the ends are trimmed. That fits what was asked: "${request.slice(0, 80)}".`,
    ),
    terminal(
      '',
      `npm test -- ${topic}`,
      `${green(`${random.between(4, 31)} passed`)} ${dim(`(${random.between(300, 2900)}ms)`)}`,
      { seconds: 3, summary: `test ${topic} again` },
    ),
  ]
}

/** Any request that no other plot suits: a small change, made and tested. */
export const requestedChange: Plot = {
  name: 'requested change',
  suits: /./,
  opening: ({ request, folder }) => [
    plan(`You ask: "${request.slice(0, 140)}". I begin with a look around.`, [
      ['Understand the request', 'in_progress'],
      ['Make the change', 'todo'],
      ['Test it', 'todo'],
    ]),
    terminal('', `cd ${folder} && git status -sb && ls`, '## main...origin/main\nREADME.md\npackage.json\nsrc\ntests', {
      seconds: 0.4,
      summary: 'look around',
    }),
  ],
  chapter,
  ending: ({ request }) => [
    finish(`Done: ${request.slice(0, 160)}\n\nThe change is small, tested, and committed on a branch of its own.`),
  ],
}
