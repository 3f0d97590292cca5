import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { HandrailError } from '../../shared/domain/index.ts'

/** Where the archive, the vault and the lock lie unless `--data` says otherwise: the platform's place for such files. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', 'Handrail')
  if (platform === 'win32') {
    return path.win32.join(env.APPDATA || path.win32.join(home, 'AppData', 'Roaming'), 'Handrail')
  }
  // The XDG rules say to ignore a path that is not absolute.
  const base = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : path.posix.join(home, '.local', 'share')
  return path.posix.join(base, 'handrail')
}

/**
 * Makes the folder where needed, and makes it this user's alone.
 *
 * @throws HandrailError `invalid-input` when it cannot be made or belongs to someone else.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Also when it was there before: the archive in it holds event contents in plain text.
    chmodSync(dataDir, 0o700)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new HandrailError(
      {
        code: 'invalid-input',
        message: `The data folder '${dataDir}' cannot be used: ${reason}.`,
        advice: 'Choose another with --data.',
      },
      { cause: error },
    )
  }
}
