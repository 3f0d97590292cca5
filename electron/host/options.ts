import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

/** What both hosts are told at start. */
export interface HostOptions {
  /** Null: the platform's default. */
  dataDir: string | null
  local: 'auto' | 'always'
  passphrase: string | null
}

/** What only the browser host is told. */
export interface WebOptions {
  /** 0 picks a free one. */
  port: number
  open: boolean
  allowHosts: string[]
  /** Folder of the built page; null: beside the bundle. */
  renderer: string | null
}

/** Shown to the person without a stack: what they typed cannot be done. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/**
 * Reads the options of either host. HANDRAIL_PASSPHRASE is removed from `env`, so that no child process inherits it.
 *
 * @param argv Arguments after the program's name. `isStrict: false` lets Chromium's own switches pass.
 * @throws OptionError naming the option.
 */
export function readOptions(
  argv: string[],
  env: NodeJS.ProcessEnv,
  { isStrict }: { isStrict: boolean },
): HostOptions & WebOptions {
  const given = parse(argv, isStrict)
  const text = (name: string): string | null => {
    const value = given[name]
    if (value === undefined) return null
    if (typeof value !== 'string' || value === '') throw new OptionError(`--${name} wants a value`)
    return value
  }
  const dataDir = text('data')
  const renderer = text('renderer')
  const allowHosts = given['allow-host']
  return {
    dataDir: dataDir === null ? null : path.resolve(dataDir),
    local: given.local === true ? 'always' : 'auto',
    passphrase: readPassphrase(text('passphrase-file'), env),
    port: port(text('port')),
    open: given['no-open'] !== true,
    allowHosts: Array.isArray(allowHosts) ? allowHosts.map((host) => hostName(String(host))) : [],
    renderer: renderer === null ? null : path.resolve(renderer),
  }
}

function parse(argv: string[], strict: boolean): Record<string, unknown> {
  try {
    return parseArgs({
      args: argv,
      strict,
      allowPositionals: !strict,
      options: {
        data: { type: 'string' },
        local: { type: 'boolean' },
        'passphrase-file': { type: 'string' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        'allow-host': { type: 'string', multiple: true },
        renderer: { type: 'string' },
      },
    }).values
  } catch (error) {
    // parseArgs names the option in its first sentence; what follows is advice for programmers.
    const message = error instanceof Error ? error.message : String(error)
    throw new OptionError(message.split(/\. (?=[A-Z])|\n/)[0])
  }
}

/**
 * The passphrase of a file, or of the environment, from which it is removed.
 *
 * @throws OptionError when the file cannot be read or is empty.
 */
export function readPassphrase(file: string | null, env: NodeJS.ProcessEnv): string | null {
  const fromEnv = env.HANDRAIL_PASSPHRASE
  delete env.HANDRAIL_PASSPHRASE
  if (file === null) return fromEnv || null
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new OptionError(`--passphrase-file: '${file}' cannot be read`, { cause: error })
  }
  // Editors and `echo` end the file with a line break that nobody meant to be part of it.
  const phrase = text.replace(/\r?\n$/, '')
  if (phrase === '') throw new OptionError(`--passphrase-file: '${file}' is empty`)
  return phrase
}

function port(text: string | null): number {
  if (text === null) return 0
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new OptionError(`--port wants a number from 0 to 65535, not '${text}'`)
  }
  return Number(text)
}

function hostName(text: string): string {
  if (!/^(?:\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i.test(text)) {
    throw new OptionError(`--allow-host wants a host name such as console.example.org, not '${text}'`)
  }
  return text.toLowerCase()
}
