import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useShownConnections, VaultBanner } from '../features/connections/index.ts'
import { useFleetSignals } from '../features/conversations/index.ts'
import { NewConversationDialog } from '../features/newConversation/index.ts'
import { useNewConversation } from '../state/newConversation.ts'
import { Button } from '../ui/index.ts'
import styles from './frame.module.css'
import { HelpButton } from './helpDialog.tsx'
import { HostAway } from './hostGate.tsx'
import { Navigation } from './navigation.tsx'
import { useShortcut } from './shortcuts.ts'
import { StatusBar } from './statusBarFrame.tsx'
import { ThemeButton } from './themeButton.tsx'
import { TroubleBanners } from './troubleBanners.tsx'

const SCOPE = 'Everywhere'

/** What stays around every page: header, navigation, banners and the status bar. */
export function Frame({ children }: { children: ReactNode }) {
  useFleetSignals()
  usePageShortcuts()
  const openNew = useNewConversation((state) => state.open)
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.name}>Handrail</span>
        <ShownConnection />
        <span className={styles.space} />
        <ThemeButton />
        <HelpButton />
        <Button onPress={openNew}>New conversation</Button>
      </header>
      <Navigation />
      <div className={styles.main}>
        <HostAway />
        <TroubleBanners />
        <VaultBanner />
        <main className={styles.page} id="page">
          {children}
        </main>
      </div>
      <StatusBar />
      <NewConversationDialog />
    </div>
  )
}

function ShownConnection() {
  const shown = useShownConnections()
  const [only] = shown
  const name = shown.length === 1 && only !== undefined ? only.name : shown.length > 1 ? 'all connections' : ''
  return <span className={styles.connection}>{name}</span>
}

function usePageShortcuts() {
  const navigate = useNavigate()
  const openNew = useNewConversation((state) => state.open)
  useShortcut({ keys: 'n', label: 'New conversation', scope: SCOPE }, openNew)
  useShortcut(
    { keys: 'g c', label: 'Go to conversations', scope: SCOPE },
    () => void navigate({ to: '/conversations' }),
  )
  const search = () => void navigate({ to: '/search' })
  useShortcut({ keys: 'g f', label: 'Go to search', scope: SCOPE }, search)
  useShortcut({ keys: 'mod+k', label: 'Search all conversations', scope: SCOPE, whileTyping: true }, search)
  useShortcut({ keys: 'g s', label: 'Go to sandboxes', scope: SCOPE }, () => void navigate({ to: '/sandboxes' }))
  useShortcut({ keys: 'g ,', label: 'Go to settings', scope: SCOPE }, () => void navigate({ to: '/settings' }))
  useShortcut({ keys: 'g h', label: 'Go to shared', scope: SCOPE }, () => void navigate({ to: '/shared' }))
  useShortcut({ keys: 'g i', label: 'Go to imported', scope: SCOPE }, () => void navigate({ to: '/imported' }))
  useShortcut({ keys: 'g a', label: 'Go to the archive', scope: SCOPE }, () => void navigate({ to: '/archive' }))
  useShortcut({ keys: 'g k', label: 'Go to connections', scope: SCOPE }, () => void navigate({ to: '/connections' }))
}
