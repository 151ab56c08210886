import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { endedSessions, ownSession } from '#contract/accounts/own-sessions.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** The account's sessions. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => request(z.array(ownSession), 'user/sessions', { signal }),
  // A list to act on must never show an earlier state.
  staleTime: 0,
})

const refreshSessions = () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })

export async function endSession(id: number): Promise<void> {
  await request(nothing, `user/sessions/${id}`, { method: 'DELETE' })
  await refreshSessions()
}

/** Ends all sessions except this one; returns their number. */
export async function endOthers(): Promise<number> {
  const { ended } = await request(endedSessions, 'user/sessions/end-others', { method: 'POST' })
  await refreshSessions()
  return ended
}
