import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { ArchivePage } from '../features/archive/index.ts'
import { ConnectionsPage } from '../features/connections/index.ts'
import { ConversationsPage } from '../features/conversations/index.ts'
import { SandboxesPage } from '../features/sandboxes/index.ts'
import { SearchPage } from '../features/search/index.ts'
import { SettingsPage } from '../features/settings/index.ts'
import { SharedPage } from '../features/shared/index.ts'
import { ImportedPage } from '../features/transfer/index.ts'
import type { Rpc } from '../rpc/index.ts'
import { EmptyState, ProgressBar } from '../ui/index.ts'
import { PageError } from './errorBoundary.tsx'
import { Frame } from './frame.tsx'
import styles from './router.module.css'

// Not React's `lazy`: that suspends once even when the code is here, and React shows a fallback for at least 300 ms.
const conversationFeature = () => import('../features/conversation/index.ts')
const ConversationPage = lazyRouteComponent(conversationFeature, 'ConversationPage')

/** Fetches the largest page while nobody waits for it: the first conversation then opens as fast as the second. */
export function preloadPages(): void {
  requestIdleCallback(() => void ConversationPage.preload?.())
}

/** What loaders ask. */
interface RouterContext {
  rpc: Rpc
  queries: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  notFoundComponent: NotFound,
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/conversations', replace: true })
  },
})

const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations',
  component: ConversationsPage,
})

const sandboxesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes',
  component: SandboxesPage,
})

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  component: SearchPage,
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: SettingsPage,
})

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared',
  component: SharedPage,
})

const importedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imported',
  component: ImportedPage,
})

const archiveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/archive',
  component: ArchivePage,
})

const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connections',
  component: ConnectionsPage,
})

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/c/$connectionId/$conversationId',
  // The page before stays until this one has something to show, for a moment at most.
  loader: async ({ context: { rpc, queries }, params, location }) => {
    const [{ openPage }] = await Promise.all([conversationFeature(), ConversationPage.preload?.()])
    return openPage(rpc, queries, params, location.search)
  },
  // What was prepared is for the page that is drawn next: an address that changes only its filter prepares nothing.
  shouldReload: false,
  gcTime: 0,
  component: OneConversation,
})

function OneConversation() {
  const { connectionId, conversationId } = conversationRoute.useParams()
  const prepared = conversationRoute.useLoaderData()
  return (
    <Suspense
      fallback={
        <div className={styles.loading}>
          <ProgressBar label="Opening the conversation…" />
        </div>
      }
    >
      {/* A key per conversation: nothing of one may linger in the next. */}
      <ConversationPage
        key={`${connectionId}/${conversationId}`}
        conversation={{ connectionId, conversationId }}
        prepared={prepared}
      />
    </Suspense>
  )
}

function NotFound() {
  return (
    <EmptyState isPage title="There is no such page" action={<Link to="/conversations">All conversations</Link>}>
      The address <code>{window.location.hash || '#/'}</code> leads nowhere in Handrail.
    </EmptyState>
  )
}

const routeTree = rootRoute.addChildren([
  indexRoute,
  conversationsRoute,
  searchRoute,
  sandboxesRoute,
  settingsRoute,
  sharedRoute,
  importedRoute,
  archiveRoute,
  connectionsRoute,
  conversationRoute,
])

/** Hash history: `app://` and the loopback page share the same addresses. */
export function createAppRouter(history: RouterHistory, context: RouterContext) {
  return createRouter({
    routeTree,
    history,
    context,
    defaultErrorComponent: ({ error, reset }) => <PageError error={error} reset={reset} />,
    defaultNotFoundComponent: NotFound,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
