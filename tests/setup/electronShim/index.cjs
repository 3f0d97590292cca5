// Test only: gives Electron 22 (Node 16, Chrome 108) what Handrail's main program uses of current Electron. Loaded with
// `electron -r`, before the app. It does nothing in a current Electron.
if (Number.parseInt(process.versions.electron, 10) < 40) {
  require('./webGlobals.cjs')
  require('./nodeModules.cjs')
  require('./electronApi.cjs')
  require('./node24Children.cjs')
}
