import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import '../ui/tokens.css'
import '../ui/global.css'
import { createRoot } from 'react-dom/client'
import {
  createRpc,
  followLaterStart,
  HostConnection,
  pageCredentials,
  portOpener,
  takeToken,
  webSocketOpener,
} from '../rpc/index.ts'
import { applyTheme } from '../state/theme.ts'
import { App } from './app.tsx'
import { preloadPages } from './router.tsx'

// First of all: the router must never see the token in the fragment, and the port message may come at any moment.
const openHost = window.location.protocol === 'app:' ? portOpener() : webSocketOpener(pageCredentials(takeToken()))
followLaterStart()

applyTheme()
const connection = new HostConnection(openHost)
connection.start()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
createRoot(root).render(<App rpc={createRpc(connection)} />)
preloadPages()
