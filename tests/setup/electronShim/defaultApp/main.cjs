// Stands in for Electron's own default app, which a packaged runtime lacks: `electron [-r file]... <app folder>`.
const Module = require('node:module')
const path = require('node:path')
const { app } = require('electron')

const args = process.argv.slice(1)
const preloads = []
let folder
while (args.length > 0 && folder === undefined) {
  const arg = args.shift()
  if (arg === '-r' || arg === '--require') preloads.push(path.resolve(args.shift()))
  else if (!arg.startsWith('-')) folder = path.resolve(arg)
}
if (folder === undefined) {
  console.error('usage: electron [-r file]... <app folder>')
  app.exit(2)
} else {
  for (const file of preloads) Module._load(file, null, false)
  const { name, productName, version, main } = require(path.join(folder, 'package.json'))
  process.defaultApp = true
  app.setVersion(version)
  app.setName(productName ?? name)
  app.setAppPath(folder)
  // Set when this stand-in's own name was still in force.
  app.setPath('userData', path.join(app.getPath('appData'), app.getName()))
  Module._load(path.join(folder, main), null, true)
}
