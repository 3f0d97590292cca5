import { implement } from '@orpc/server'
import type { FileTexts, Hook, Skill } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'

export const FAKE_ROOT = '/workspace/project'

export interface FakeWorkState {
  /** By path below the root. */
  files: Map<string, FileTexts>
  skills: Skill[]
  hooks: Hook[]
}

export function fakeWorkState(): FakeWorkState {
  return {
    files: new Map([
      ['src/login.ts', { original: 'const limit = 10\n', modified: 'const limit = 20\n' }],
      ['src/token.ts', { original: null, modified: 'export const token = 1\n' }],
    ]),
    skills: [
      { name: 'flaky-tests', type: 'knowledge', content: 'Repeat a suspect test ten times.', triggers: ['flaky'] },
    ],
    hooks: [
      {
        event: 'post_tool_use',
        matcher: 'file_editor',
        command: 'scripts/format.sh',
        timeoutSeconds: 60,
        isAsync: false,
      },
    ],
  }
}

/** A workspace that never changes by itself. */
export function fakeWorkProcedures(state: FakeWorkState) {
  const os = implement(contract.work)
  const below = (path: string) => path.replace(`${FAKE_ROOT}/`, '')
  return {
    changes: os.changes.handler(({ input }) =>
      input.path === FAKE_ROOT
        ? [...state.files].map(([path, { original }]) => ({ status: original === null ? 'ADDED' : 'UPDATED', path }))
        : [],
    ),
    diff: os.diff.handler(({ input }) => state.files.get(below(input.path)) ?? { original: null, modified: null }),
    file: os.file.handler(({ input }) => ({ text: state.files.get(below(input.path))?.modified ?? '' })),
    files: os.files.handler(() => [...state.files.keys()]),
    skills: os.skills.handler(() => state.skills),
    hooks: os.hooks.handler(() => state.hooks),
    download: os.download.handler(async function* () {
      yield { stage: 'receiving' as const, bytes: 1_500_000 }
      yield {
        stage: 'done' as const,
        file: '/home/kim/Downloads/conversation.zip',
        bytes: 900_000,
        entries: 407,
        redactions: 2,
        address: '/download/ticket',
      }
    }),
  }
}
