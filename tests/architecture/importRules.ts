import { builtinModules } from 'node:module'
import type { Import } from './sources.ts'

/** What the files of one room may import. */
interface Room {
  /** Beginning of the paths of its files; the first room that fits is the file's. */
  at: string
  /** Beginnings of the paths it may import, besides its own. */
  from: string[]
  /** Packages it may import; all when left out. */
  packages?: string[]
  /** Whether it may import Node's own modules. */
  node: boolean
  /** Whether it may import Electron. */
  electron?: true
}

const rooms: Room[] = [
  { at: 'shared/contract/', from: [], packages: ['zod'], node: false },
  { at: 'shared/domain/', from: ['shared/contract/'], node: false },
  { at: 'shared/rpc/', from: ['shared/domain/', 'shared/contract/'], node: false },
  { at: 'electron/core/', from: ['shared/'], node: true },
  { at: 'electron/host/', from: ['electron/core/', 'shared/', 'package.json'], node: true },
  { at: 'electron/shell/', from: ['electron/host/', 'electron/core/', 'shared/'], node: true, electron: true },
  { at: 'electron/web/', from: ['electron/host/', 'electron/core/', 'shared/'], node: true },
  { at: 'electron/local/', from: ['shared/'], node: true },
  { at: 'electron/cli/', from: ['electron/host/', 'electron/core/', 'shared/'], node: true },
  { at: 'electron/launch/', from: [], node: true },
  {
    at: 'electron/main.ts',
    from: ['electron/shell/', 'electron/host/', 'electron/core/', 'shared/'],
    node: true,
    electron: true,
  },
  // Sandboxed: Node's modules are not there.
  { at: 'electron/preload.ts', from: ['electron/shell/', 'shared/'], node: false, electron: true },
  { at: 'electron/archive.ts', from: ['electron/cli/', 'electron/host/', 'electron/core/', 'shared/'], node: true },
  { at: 'electron/serve.ts', from: ['electron/web/', 'electron/host/', 'electron/core/', 'shared/'], node: true },
  { at: 'renderer/', from: ['shared/'], node: false },
]

/** Why an import is against the rules; undefined when it is not. */
export function objection({ file, specifier, target }: Import): string | undefined {
  const room = rooms.find(({ at }) => file.startsWith(at))
  if (!room) return 'this file belongs to no room: give its folder a rule in importRules.ts'
  if (target !== undefined) return crossing(room, file, target)
  if (specifier === 'electron' || specifier.startsWith('electron/')) {
    return room.electron ? undefined : 'only electron/main.ts, electron/preload.ts and electron/shell import electron'
  }
  if (isNodeModule(specifier)) return room.node ? undefined : `${room.at} does not run in Node`
  if (room.packages?.includes(packageOf(specifier)) === false) return `${room.at} may only use ${room.packages}`
  return undefined
}

function crossing(room: Room, file: string, target: string): string | undefined {
  if (![room.at, ...room.from].some((start) => target.startsWith(start))) {
    return `${room.at} may only import from ${[room.at, ...room.from].join(', ')}`
  }
  const feature = featureOf(target)
  if (featureOf(file) === undefined || feature === undefined || feature === featureOf(file)) return undefined
  return /^index\.tsx?$/.test(target.slice(`renderer/features/${feature}/`.length))
    ? undefined
    : `another feature is imported through renderer/features/${feature}/index.ts only`
}

const featureOf = (file: string): string | undefined => /^renderer\/features\/([^/]+)\//.exec(file)?.[1]

const isNodeModule = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '')

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
