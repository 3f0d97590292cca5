import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const NAME = /^open-[0-9a-f]{16}\.html$/

/**
 * Writes a page that leads a browser to a link, and gives its path. The browser gets the path as its argument, since
 * arguments can be read by every user of the machine, and the link's token must not be.
 */
export function writeRedirectFile(folder: string, link: string): string {
  const file = path.join(folder, `open-${randomBytes(8).toString('hex')}.html`)
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Handrail</title>
<a href="${address}">Go on</a>
`
  // 0600 and exclusive: nobody else reads it, and a file or link planted under that name is not written through.
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' })
  return file
}

/** Removes redirect pages written before a time in ms: their links were used or never will be. */
export function removeRedirectFiles(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const written = NAME.test(name) ? statSync(file, { throwIfNoEntry: false })?.mtimeMs : undefined
    if (written !== undefined && written < before) rmSync(file, { force: true })
  }
}
