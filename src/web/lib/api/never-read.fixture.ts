import type { QueryKey } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import { queryClient } from './query-client.ts'

/** Keeps a cached query from ever asking the server, until the end of the test. */
export function neverRead(queryKey: QueryKey): void {
  queryClient.setQueryDefaults(queryKey, { enabled: false })
  // Defaults outlive `clear()`, and test files share the client.
  onTestFinished(() => queryClient.setQueryDefaults(queryKey, {}))
}
