// The browser host: the core behind a loopback page, in plain Node.
import { createCore } from './core/createCore.ts'
import { keepYoungHeapSmall } from './host/keepYoungHeapSmall.ts'
import { programFiles } from './host/programFiles.ts'
import { runAsProcess, runBrowserHost } from './web/index.ts'

keepYoungHeapSmall()
await runAsProcess(() => runBrowserHost(process.argv.slice(2), programFiles(import.meta.url), createCore))
