import { QueryClientProvider } from '@tanstack/react-query'
import { createHashHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createQueryClient, type Rpc, RpcProvider } from '../rpc/index.ts'
import { ErrorBoundary } from './errorBoundary.tsx'
import { HostGate } from './hostGate.tsx'
import { createAppRouter } from './router.tsx'

/** The whole page on top of a host. `history` is for tests; the fragment of the address otherwise. */
export function App({ rpc, history }: { rpc: Rpc; history?: RouterHistory }) {
  const [queries] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter(history ?? createHashHistory(), { rpc, queries }))
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <RpcProvider rpc={rpc}>
          <HostGate>
            <RouterProvider router={router} />
          </HostGate>
        </RpcProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
