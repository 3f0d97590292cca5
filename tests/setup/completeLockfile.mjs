// @ts-check
// Completes package-lock.json: `node tests/setup/completeLockfile.mjs`.
//
// A registry mirror that lacks the builds of a package for other platforms makes npm leave them out of the lockfile,
// and then `npm ci` refuses it everywhere ("Missing: … from lock file"). Their versions are exact in the package that
// names them and their platform is in their name, so they can be entered without asking the registry.
import fs from 'node:fs'
import { inRoot } from '../../electron/launch/workspace.mjs'

/** @typedef {{ version: string, dev?: boolean | undefined, optionalDependencies?: Record<string, string> | undefined }} Entry */

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64', 'mips64el']

/**
 * The optional packages that are named but not entered, with the entry each needs.
 * @param {Record<string, Entry>} packages
 */
export function missingPlatformBuilds(packages) {
  return Object.entries(packages).flatMap(([location, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${location}/node_modules/${name}`])
      .map(([name, version]) => /** @type {const} */ ([`node_modules/${name}`, buildEntry(name, version, dev)])),
  )
}

/**
 * @param {string} name
 * @param {string} version
 * @param {boolean} [dev]
 */
function buildEntry(name, version, dev) {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length !== 1 || cpu.length > 1 || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`cannot tell the platform of ${name}@${version}`)
  }
  return { version, ...(cpu.length > 0 && { cpu }), ...(dev && { dev }), optional: true, os }
}

if (process.argv[1] === import.meta.filename) {
  const file = inRoot('package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  const missing = missingPlatformBuilds(lock.packages)
  const entries = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.length} platform builds entered`)
}
