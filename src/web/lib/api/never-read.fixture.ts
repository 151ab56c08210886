import type { QueryKey } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import { queryClient } from './query-client.ts'

/** Within a test: what is kept under this key is never asked of the server. */
export function neverRead(queryKey: QueryKey): void {
  queryClient.setQueryDefaults(queryKey, { enabled: false })
  // Defaults outlive `clear()`, and test files share the client.
  onTestFinished(() => queryClient.setQueryDefaults(queryKey, {}))
}
