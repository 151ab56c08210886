import { QueryClient } from '@tanstack/react-query'
import { mayRetry } from './api-error.ts'

/** What was seen opens from the cache at once and refreshes behind; only what may succeed later is tried again. */
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

/** What lists to choose from stand under: one may be made of several kinds of records, and names their names. */
export const CHOICES = 'choices'

/** Has all lists to choose from read again, after reference data was saved. */
export const refreshChoices = () => queryClient.invalidateQueries({ queryKey: [CHOICES] })
