import { parseArgs } from 'node:util'

const GROUPS = ['open', 'archive', 'filter', 'jump', 'memory', 'live', 'reconnect', 'search'] as const
export type Group = (typeof GROUPS)[number]

export interface BenchOptions {
  isJson: boolean
  /** Events of the conversations, rising. */
  sizes: number[]
  runs: number
  /** Events of the archive that is searched. */
  searched: number
  groups: Group[]
}

/** `--json`, `--sizes 1000,60000`, `--runs 5`, `--only open,archive,…`, `--searched 1000000`. Throws with the option that is not one. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      sizes: { type: 'string', default: '1000,10000,60000' },
      runs: { type: 'string', default: '5' },
      searched: { type: 'string', default: '1000000' },
      only: { type: 'string', default: GROUPS.join(',') },
    },
  })
  const groups = values.only.split(',').map((word) => {
    const group = GROUPS.find((known) => known === word)
    if (group === undefined) throw new Error(`--only takes ${GROUPS.join(', ')}; not ${word}`)
    return group
  })
  const sizes = values.sizes.split(',').map((word) => count('--sizes', word))
  return {
    isJson: values.json,
    sizes: sizes.sort((a, b) => a - b),
    runs: count('--runs', values.runs),
    searched: count('--searched', values.searched),
    groups,
  }
}

function count(option: string, word: string): number {
  const number = Number(word)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} takes whole numbers above 0; not ${word}`)
  return number
}
