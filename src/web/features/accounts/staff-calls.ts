import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { endedSessions, ownSession } from '#contract/accounts/own-sessions.ts'
import { STAFF_PATH, staffAccount } from '#contract/accounts/staff-accounts.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { listCall } from '#web/lib/list/list-call.ts'

const STAFF = ['staff-accounts']

export const staffCall = listCall({
  key: STAFF,
  path: STAFF_PATH,
  row: staffAccount,
  startSort: { column: 'username', descending: false },
  sortKeys: ['id', 'username'],
})

export const sessionsOf = (id: number) =>
  queryOptions({
    queryKey: [...STAFF, id, 'sessions'],
    queryFn: ({ signal }) => request(z.array(ownSession), `${STAFF_PATH}/${id}/sessions`, { signal }),
    // A list to act on must never show an earlier state.
    staleTime: 0,
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: STAFF })

export async function endSessionOf(id: number, sid: number): Promise<void> {
  await request(nothing, `${STAFF_PATH}/${id}/sessions/${sid}`, { method: 'DELETE' })
  await refresh()
}

/** Ends all sessions of a member of staff; returns their number. */
export async function endSessionsOf(id: number): Promise<number> {
  const { ended } = await request(endedSessions, `${STAFF_PATH}/${id}/sessions`, { method: 'DELETE' })
  await refresh()
  return ended
}
