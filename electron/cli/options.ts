import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { exportFormatSchema } from '../../shared/domain/index.ts'
import { defaultDataDir } from '../host/dataDir.ts'
import { OptionError, readPassphrase } from '../host/options.ts'

const COMMANDS = ['sync', 'verify', 'import', 'export', 'search', 'stats', 'forget', 'wipe'] as const
export type Command = (typeof COMMANDS)[number]

export interface CliOptions {
  command: Command
  /** What stands behind the command; as many as it wants. */
  words: string[]
  dataDir: string
  isJson: boolean
  format: 'jsonl' | 'zip' | 'html'
  /** Null: a new file in the current folder; `-`: stdout. */
  out: string | null
  limit: number
  /** What cannot be taken back is wanted. */
  isSure: boolean
  passphrase: string | null
  key: string | null
}

/**
 * Reads the command line; null when help is asked for. HANDRAIL_KEY and HANDRAIL_PASSPHRASE are removed from `env`, so
 * that no child process inherits them.
 *
 * @throws OptionError saying what is wrong.
 */
export function readCliOptions(argv: string[], env: NodeJS.ProcessEnv): CliOptions | null {
  const { values, positionals } = parse(argv)
  if (values.help === true) return null
  const [word, ...words] = positionals
  const command = COMMANDS.find((name) => name === word)
  if (command === undefined) {
    throw new OptionError(word === undefined ? 'name a command' : `there is no command '${word}'`)
  }
  checkWords(command, words)
  const format = exportFormatSchema.safeParse(values.format ?? 'jsonl')
  if (!format.success) throw new OptionError(`--format wants jsonl, zip or html, not '${values.format}'`)
  const key = env.HANDRAIL_KEY || null
  delete env.HANDRAIL_KEY
  return {
    command,
    words,
    dataDir: path.resolve(values.data ?? defaultDataDir(process.platform, env, os.homedir())),
    isJson: values.json === true,
    format: format.data,
    out: values.out ?? null,
    limit: limitOf(values.limit ?? '20'),
    isSure: values.yes === true,
    passphrase: readPassphrase(values['passphrase-file'] ?? null, env),
    key,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        json: { type: 'boolean' },
        format: { type: 'string' },
        out: { type: 'string' },
        limit: { type: 'string' },
        yes: { type: 'boolean' },
        'passphrase-file': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new OptionError(message.split(/\. (?=[A-Z])|\n/)[0])
  }
}

function checkWords(command: Command, words: readonly string[]): void {
  const wanted = {
    sync: 'URL…',
    verify: 'CONVERSATION',
    import: 'FILE',
    export: 'CONVERSATION',
    search: 'QUERY',
    stats: '',
    forget: 'CONVERSATION…',
    wipe: '--yes',
  }[command]
  const isRight =
    command === 'stats' || command === 'wipe'
      ? words.length === 0
      : command === 'sync' || command === 'search' || command === 'forget'
        ? words.length > 0
        : words.length === 1
  if (!isRight) throw new OptionError(`it is: ${command} ${wanted}`.trim())
}

function limitOf(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100) {
    throw new OptionError(`--limit wants a number from 1 to 100, not '${text}'`)
  }
  return Number(text)
}
