import { queryOptions } from '@tanstack/react-query'
import { type Preferences, preferences } from '#contract/accounts/preferences.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasToken } from '#web/lib/api/token.ts'
import { sessionQuery } from './session.ts'

const PATH = 'user/personal/preferences'

/** The user's choices in the account menu. */
export const preferencesQuery = queryOptions({
  queryKey: ['session', 'preferences'],
  queryFn: ({ signal }) => request(preferences, PATH, { signal }),
  enabled: hasToken,
})

/** Changes some preferences. */
export async function savePreferences(body: Partial<Preferences>): Promise<void> {
  const saved = await request(preferences, PATH, { method: 'PUT', body })
  queryClient.setQueryData(preferencesQuery.queryKey, saved)
  // The session's user has the start page that '/' reads.
  queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, startPage: saved.startPage })
}
