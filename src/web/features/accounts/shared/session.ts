import { queryOptions, useQuery } from '@tanstack/react-query'
import { Role, type SessionUser, sessionUser } from '#contract/accounts/session.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { adoptRows } from '#web/lib/list/row-choices.ts'

/** The user who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const user = await request(sessionUser, 'user/personal/get', { signal })
    adoptRows(user)
    return user
  },
  staleTime: 5 * 60_000,
})

/** The session's user, once known. */
export const useSessionUser = () => useQuery(sessionQuery).data

/** True for an administrator's session; false until it is known. */
export const useIsAdmin = () => useSessionUser()?.role.includes(Role.ADMIN) ?? false

/** Stores a new session and shows its user at once. */
export function startSession(token: string, user: SessionUser): void {
  if (queryClient.getQueryData(sessionQuery.queryKey)?.id !== user.id) queryClient.clear()
  storedToken.set(token, user.id)
  adoptRows(user)
  queryClient.setQueryData(sessionQuery.queryKey, user)
}
