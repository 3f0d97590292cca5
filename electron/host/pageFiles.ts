import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface PageFile {
  body: Uint8Array<ArrayBuffer>
  type: string
  /** True when the name holds a hash of the contents: such a file never changes. */
  isImmutable: boolean
}

/** Path of the address, beginning with `/`, to file. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built page, a few megabytes, into memory. Serving from this map, no request touches the disk: a path
 * outside the folder cannot be asked for, and a build under way never shows a mixture of two pages.
 */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, PageFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Regular files only: a link could lead out of the folder.
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
    files.set(address, {
      body: new Uint8Array(readFileSync(file)),
      type: TYPES[path.extname(entry.name)] ?? 'application/octet-stream',
      isImmutable: /^\/assets\/.*-[\w-]{8}\.\w+$/.test(address),
    })
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(`The built page is not in ${folder}: there is no index.html.`)
  // Routes live in the fragment (hash history), so the page has one address.
  return files.set('/', index)
}
