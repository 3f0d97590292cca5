import { describe, expect, it } from 'vitest'
import { objection } from './importRules.ts'
import { codeEndings, filesIn, importsOf } from './sources.ts'

const inRoot = filesIn(['electron', 'renderer', 'shared'], codeEndings)

describe('the rooms of the program', () => {
  it('import only what the architecture lets them import', () => {
    const offences = inRoot.flatMap((file) =>
      importsOf(file).flatMap((found) => {
        const why = objection(found)
        return why === undefined ? [] : [`${found.file}:${found.line} imports '${found.specifier}': ${why}`]
      }),
    )
    expect(offences).toEqual([])
  })
})

const offending: [file: string, text: string][] = [
  ['shared/contract/events.ts', "import { readFileSync } from 'node:fs'"],
  ['shared/contract/events.ts', "import { Hono } from 'hono'"],
  ['shared/contract/events.ts', "export * from '../domain/row.ts'"],
  ['shared/domain/row.ts', "import type { Contract } from '../rpc/contract.ts'"],
  ['electron/core/archive/store.ts', "const { app } = await import('electron')"],
  ['electron/core/archive/store.ts', "import { serve } from '../../web/serve.ts'"],
  ['electron/local/main.ts', "import { createCore } from '../core/createCore.ts'"],
  ['electron/web/host.ts', "import { BrowserWindow } from 'electron/main'"],
  ['electron/serve.ts', "import { app } from 'electron'"],
  ['electron/preload.ts', "import path from 'path'"],
  ['electron/shell/window.ts', "import { help } from '../../tests/support/until.ts'"],
  ['renderer/app/entry.tsx', "type Core = import('../../electron/core/createCore.ts').Core"],
  ['renderer/features/timeline/timeline.tsx', "import { TagEditor } from '../tags/tagEditor.tsx'"],
  ['renderer/features/timeline/timeline.tsx', "import { TagEditor } from '../tags/parts/index.ts'"],
  ['electron/shell/menu.cjs', "const core = require('../local/main.ts')"],
  ['electron/elsewhere/new.ts', "import { z } from 'zod'"],
]

const fine: [file: string, text: string][] = [
  ['shared/contract/events.ts', "import { z } from 'zod'\nimport { id } from './ids.ts'"],
  ['renderer/features/timeline/timeline.tsx', "import { TagEditor } from '../tags/index.ts'"],
  ['renderer/app/router.tsx', "import { Timeline } from '../features/timeline/timeline.tsx'"],
  ['electron/shell/window.ts', "import { BrowserWindow } from 'electron'\nimport { log } from '../host/createLog.ts'"],
  ['electron/core/archive/worker.ts', "import { DatabaseSync } from 'node:sqlite'"],
]

describe('the import rules', () => {
  it.each(offending)('object to %s: %s', (file, text) => {
    expect(importsOf(file, text).map(objection)).toEqual([expect.any(String)])
  })

  it.each(fine)('let pass %s: %s', (file, text) => {
    const found = importsOf(file, text)
    expect(found).not.toEqual([])
    expect(found.filter((item) => objection(item) !== undefined)).toEqual([])
  })
})
