// What Node's own modules lacked in 16.
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { addMissing } = require('./addMissing.cjs')

const readdirSync = fs.readdirSync
fs.readdirSync = (folder, options) => {
  const given = typeof options === 'object' ? options : {}
  if (!given?.recursive) return withParent(folder, readdirSync(folder, options))
  const entries = withParent(folder, readdirSync(folder, { withFileTypes: true }))
  const all = entries.flatMap((entry) =>
    entry.isDirectory() ? [entry, ...fs.readdirSync(path.join(folder, entry.name), everyEntry)] : [entry],
  )
  return given.withFileTypes ? all : all.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
const everyEntry = { recursive: true, withFileTypes: true }

function withParent(folder, entries) {
  for (const entry of entries) if (typeof entry === 'object') addMissing(entry, { parentPath: String(folder) })
  return entries
}

addMissing(os, { availableParallelism: () => os.cpus().length })
