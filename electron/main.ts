// The Electron host. CommonJS when built, so there is no top-level await here.
import { app, dialog } from 'electron'
import { createCore } from './core/createCore.ts'
import { programFiles } from './host/programFiles.ts'
import { startFailure } from './host/startFailure.ts'
import { runShell } from './shell/index.ts'

// Started as `electron <folder> …` the folder is an argument too; options are recognised by their names.
runShell(process.argv.slice(1), programFiles(import.meta.url), createCore).catch((error: unknown) => {
  const { text, exitCode } = startFailure(error)
  process.stderr.write(text)
  // Started from a desktop, stderr is seen by nobody.
  if (app.isPackaged) dialog.showErrorBox('Handrail cannot start', text)
  app.exit(exitCode)
})
