// Test only: holds the app back until Playwright is attached, and is loaded with `electron -r`. Playwright does so itself
// only where it chooses the executable. Attached in the middle of the first page's load, its launch never returns.
const { app } = require('electron')

const isReady = app.whenReady()
const attached = Promise.withResolvers()
app.whenReady = () => attached.promise
// Playwright calls it by this name.
globalThis.__playwright_run = async () => {
  await isReady
  attached.resolve()
}
