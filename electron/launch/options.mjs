// @ts-check
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { fromUser } from './workspace.mjs'

export const help = `npm start -- [options]

  --browser            serve the page on this machine and open it in a browser, instead of a window of its own
  --port N             the port of the page (default: a free one)
  --no-open            only print the page's address
  --allow-host H       accept this Host name too, for a page reached through a proxy; may be repeated
  --data DIR           where the archive and the accounts are kept
  --local              use the embedded local service even if accounts exist
  --passphrase-file F  read the passphrase of the key vault from this file (or set HANDRAIL_PASSPHRASE)
  --help               this text
`

/** Shown to the user without a stack: what they typed cannot be done. */
export class OptionError extends Error {}

/**
 * Reads the options of start. Paths come back absolute.
 * @param {string[]} argv
 * @returns {{ help: boolean, browser: boolean, forBoth: string[], forBrowser: string[] }} `forBrowser` are the
 *   arguments that only the browser host takes
 * @throws {OptionError} naming the option
 */
export function readOptions(argv) {
  const given = parse(argv)
  const forBoth = []
  if (given.data !== undefined) forBoth.push('--data', folder('--data', given.data))
  if (given.local) forBoth.push('--local')
  if (given['passphrase-file'] !== undefined) {
    forBoth.push('--passphrase-file', readableFile('--passphrase-file', given['passphrase-file']))
  }
  const forBrowser = []
  if (given.port !== undefined) forBrowser.push('--port', port(given.port))
  if (given['no-open']) forBrowser.push('--no-open')
  for (const host of given['allow-host'] ?? []) forBrowser.push('--allow-host', hostName(host))
  return { help: given.help ?? false, browser: given.browser ?? false, forBoth, forBrowser }
}

/** @param {string[]} argv */
function parse(argv) {
  try {
    return parseArgs({
      args: argv,
      options: {
        browser: { type: 'boolean' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        'allow-host': { type: 'string', multiple: true },
        data: { type: 'string' },
        local: { type: 'boolean' },
        'passphrase-file': { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    // parseArgs names the option in its first sentence; what follows is advice for programmers.
    const message = error instanceof Error ? error.message : String(error)
    throw new OptionError(message.split(/\. (?=[A-Z])|\n/)[0])
  }
}

/** @param {string} value */
function port(value) {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) {
    throw new OptionError(`--port wants a number from 0 to 65535, not '${value}'`)
  }
  return value
}

/** @param {string} value */
function hostName(value) {
  if (!/^[a-z0-9.[\]:-]+$/i.test(value)) {
    throw new OptionError(`--allow-host wants a host name such as console.example.org, not '${value}'`)
  }
  return value
}

/**
 * @param {string} option
 * @param {string} value
 */
function folder(option, value) {
  if (value === '') throw new OptionError(`${option} wants a folder`)
  const dir = fromUser(value)
  if (fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new OptionError(`${option}: '${value}' is not a folder`)
  }
  return dir
}

/**
 * @param {string} option
 * @param {string} value
 */
function readableFile(option, value) {
  const file = fromUser(value)
  try {
    fs.accessSync(file, fs.constants.R_OK)
  } catch {
    throw new OptionError(`${option}: '${value}' cannot be read`)
  }
  return file
}
