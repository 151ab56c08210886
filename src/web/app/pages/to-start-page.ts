import { redirect } from '@tanstack/react-router'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** Whether this person begins with Today, as far as is known. An address with a filter, page or search asks for the orders. */
export const startsToday = (search: object) =>
  queryClient.getQueryData(sessionQuery.queryKey)?.startPage === 'today' &&
  Object.values(search).every((value) => value === undefined)

/** Leads on from '/' when the start page is another. When the app opens, nobody is known yet: `StartPage` decides. */
export function toStartPage({ search }: { search: object }): void {
  if (startsToday(search)) throw redirect({ to: '/today', replace: true })
}
