import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files that a host starts or serves. */
export interface ProgramFiles {
  archiveWorker: string
  localService: string
  preload: string
  renderer: string
}

/**
 * Where they are, seen from the entry: beside it in dist/electron, or, when the entry runs from its source in
 * electron/, the sources themselves (Node runs TypeScript; the page is always a built one).
 *
 * @param entry `import.meta.url` of the entry.
 */
export function programFiles(entry: string): ProgramFiles {
  const file = fileURLToPath(entry)
  const beside = (...parts: string[]) => path.join(path.dirname(file), ...parts)
  if (file.endsWith('.ts')) {
    return {
      archiveWorker: beside('core', 'archive', 'worker.ts'),
      localService: beside('local', 'main.ts'),
      preload: beside('..', 'dist', 'electron', 'preload.cjs'),
      renderer: beside('..', 'dist', 'renderer'),
    }
  }
  return {
    archiveWorker: beside('archiveWorker.mjs'),
    localService: beside('localService.mjs'),
    preload: beside('preload.cjs'),
    renderer: beside('..', 'renderer'),
  }
}
