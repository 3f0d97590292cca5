import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { create, edit, finish, grep, plan, terminal, think, view } from '../tools.ts'
import { dim, green, red } from './ansi.ts'

const STAGES = ['resize', 'encode', 'upload', 'thumbnail', 'metadata', 'cache', 'watermark', 'manifest'] as const

function whole(stage: string): string {
  return `export async function handle(input: Buffer, options: Options) {\n  const sized = await ${stage}Inline(input, options)\n  if (options.debug) await dump(sized)\n  return sized\n}\n`
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const stage = STAGES[round % STAGES.length] ?? 'resize'
  const path = `${folder}/src/pipeline.ts`
  const next = `${folder}/src/stages/${stage}.ts`
  const kept = random.between(11, 60)
  return [
    view(`The ${stage} part of the pipeline.`, path, whole(stage)),
    grep('What depends on it?', `${stage}Inline`, `${folder}/src`, [path, `${folder}/src/worker.ts`]),
    create(
      `${stage} on its own, with its input and output as values.`,
      next,
      `import type { Image, ${stage}Options } from '../types'\n\n/** Pure: the same image and options give the same bytes. */\nexport async function ${stage}(image: Image, options: ${stage}Options): Promise<Image> {\n  return image.with('${stage}', options)\n}\n`,
    ),
    edit(
      'Calling it from the pipeline.',
      path,
      whole(stage),
      `${stage}Inline(input, options)`,
      `${stage}(input, options.${stage})`,
    ),
    terminal(
      'Comparing bytes with the old pipeline.',
      `node scripts/golden.mjs --stage ${stage}`,
      `${green(`${kept} identical`)}, ${red('1 differs')}\n  fixtures/cmyk.jpg: 41,882 → 41,990 bytes`,
      { exitCode: 1, seconds: 4 + random.next() * 5, summary: `compare ${stage} with the golden files` },
    ),
    think(
      'One file differs.',
      `The inline version converted CMYK before ${stage}; the stage has to be told the colour space. Passing it on keeps every golden file.`,
    ),
    terminal('', `node scripts/golden.mjs --stage ${stage}`, `${green(`${kept + 1} identical`)} ${dim('0 differ')}`, {
      seconds: 4,
      summary: `compare ${stage} again`,
      hook: { command: '.openhands/hooks/format.sh', output: `formatted src/stages/${stage}.ts\n` },
    }),
    terminal('', `git add -A src && git commit -qm "Give ${stage} a stage of its own"`, '', {
      seconds: 0.4,
      summary: `commit ${stage}`,
    }),
  ]
}

/** A long function becomes stages that can be tested alone. */
export const refactoring: Plot = {
  name: 'refactoring',
  suits: /refactor|split|extract|clean code|pipeline|image/i,
  opening: ({ folder }) => [
    terminal(
      'How long is it?',
      `wc -l ${folder}/src/pipeline.ts && npx vitest run --coverage | tail -4`,
      `1412 ${folder}/src/pipeline.ts\n pipeline.ts | 38.2 | 21.7 | 44.0 |`,
      { seconds: 6 },
    ),
    plan('Stage by stage, golden files decide.', [
      ['Record golden files', 'done'],
      ['Take out one stage at a time', 'in_progress'],
      ['Tests for each stage', 'todo'],
    ]),
  ],
  chapter,
  ending: () => [
    finish(
      'The pipeline is eight stages with tests of their own; the file that held them is 96 lines. All golden files are byte for byte the same.',
    ),
  ],
}
