import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { inRoot, root } from '../../electron/launch/workspace.mjs'
import { missingPlatformBuilds } from '../setup/completeLockfile.mjs'
import { codeEndings, filesIn, textOf } from './sources.ts'

const lockfile = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({
        version: z.string(),
        dev: z.boolean().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(textOf('package-lock.json')))

it('the lockfile holds no download address', () => {
  expect(textOf('package-lock.json')).not.toContain('"resolved"')
})

it('the lockfile holds every platform build that a package names', () => {
  const missing = missingPlatformBuilds(lockfile.packages).map(([location]) => location)
  expect(missing, 'run  node tests/setup/completeLockfile.mjs').toEqual([])
})

it('no file names a path of the machine it was written on', () => {
  const texts = filesIn(
    ['electron', 'renderer', 'shared', 'tests', 'docs', '.ci'],
    [...codeEndings, '.css', '.html', '.md', '.json', '.yml', ''],
  ).filter((file) => !/^tests\/(data|cache)\//.test(file))
  const atTop = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'package-lock.json')
    .map((entry) => entry.name)
  const paths = /(?<![\w.~-])\/(work|root)\//
  const naming = [...texts, ...atTop]
    .filter((file) => file !== 'tests/architecture/checkout.test.ts')
    .flatMap((file) => linesWith(paths, file))
  expect(naming).toEqual([])
})

it('no program reads the folder of design notes beside the checkout', () => {
  const outside = /\.\.\/shared\/(contract\/(contract|seed)|design|electron-runtime|hooks|real-servers)/
  const naming = filesIn(['electron', 'renderer', 'shared', 'tests'], codeEndings)
    // These start the real servers, whose set-up lies there and nowhere else.
    .filter((file) => !file.startsWith('tests/real/') && file !== 'tests/architecture/checkout.test.ts')
    .flatMap((file) => linesWith(outside, file))
  expect(naming).toEqual([])
})

function linesWith(pattern: RegExp, file: string): string[] {
  return readFileSync(inRoot(file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 120)}`] : []))
}
