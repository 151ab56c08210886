import { QueryClient } from '@tanstack/react-query'
import { mayRetry } from './api-error.ts'
import { connection } from './connection.ts'

/** The cache: data shows at once and refreshes in the background; failures that may pass are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      retry: (count, error) => count < 2 && mayRetry(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// A connection that is back reads everything on screen again, including what failed.
connection.subscribe(() => {
  if (connection.get() === 'up') void queryClient.invalidateQueries()
})

/** The key of all lists to choose from: one list may name records of several resources. */
export const CHOICES = 'choices'

/** Refreshes all lists to choose from, after a save of a record that they name. */
export const refreshChoices = () => queryClient.invalidateQueries({ queryKey: [CHOICES] })
