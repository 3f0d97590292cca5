import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import '../../../../renderer/ui/tokens.css'
import '../../../../renderer/ui/global.css'
import { createRoot } from 'react-dom/client'
import { App } from '../../../../renderer/app/app.tsx'
import { createRpc, HostConnection, portLink } from '../../../../renderer/rpc/index.ts'
import { applyTheme } from '../../../../renderer/state/theme.ts'
import { FakeHost } from '../fakeHost.ts'

/** The whole page on a host in memory, to look at: `vite --config tests/renderer/support/page/vite.config.ts`. */
const host = new FakeHost()
const connection = new HostConnection(async () => portLink(host.connect()))
connection.start()
applyTheme()
Object.assign(window, { fakeHost: host })

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<App rpc={createRpc(connection)} />)
