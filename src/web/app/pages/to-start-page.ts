import { redirect } from '@tanstack/react-router'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** True if this person begins with Today. An address with a filter, page or search opens the orders. */
export const startsToday = (search: object) =>
  queryClient.getQueryData(sessionQuery.queryKey)?.startPage === 'today' &&
  Object.values(search).every((value) => value === undefined)

/** Redirects from '/' to another start page. `StartPage` does so when the app opens: then nobody is known. */
export function toStartPage({ search }: { search: object }): void {
  if (startsToday(search)) throw redirect({ to: '/today', replace: true })
}
