import { QueryClient } from '@tanstack/react-query'

/** The host is local and has its own retries and refreshes: the page asks once and is told of changes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: the browser's idea of being offline says nothing about a loopback host.
      queries: { retry: false, networkMode: 'always', staleTime: 2_000, refetchOnWindowFocus: false, gcTime: 300_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
