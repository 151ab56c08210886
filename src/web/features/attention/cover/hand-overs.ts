import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { HAND_OVER_PATH, type HandOver, type handOverInput, handOvers } from '#contract/attention/hand-over.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { ATTENTION, refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const LOOK_MS = 60_000

/** Hand-overs, read once a minute. A failed read is not repeated, because the queue waits for it. */
const handOversQuery = queryOptions({
  queryKey: [...ATTENTION, 'hand-over'],
  queryFn: ({ signal }) => request(handOvers, HAND_OVER_PATH, { signal }),
  refetchInterval: LOOK_MS,
  retry: false,
})

async function change(method: 'POST' | 'DELETE', body?: z.input<typeof handOverInput>): Promise<void> {
  try {
    const after = await request(handOvers, HAND_OVER_PATH, { method, body })
    queryClient.setQueryData(handOversQuery.queryKey, after)
  } finally {
    void refreshQueue()
  }
}

/** Hands my queue over, in place of an earlier hand-over. */
export const handOverQueue = (body: z.input<typeof handOverInput>) => change('POST', body)
/** Takes my queue back. */
export const takeBack = () => change('DELETE')

/** A queue that is among mine for now. */
export interface Covered extends Pick<HandOver, 'id' | 'from' | 'until' | 'note'> {
  /** The colleague whom I cover and to whom the queue was handed over first; null if I cover its owner. */
  by: string | null
}

/** Queues that a person covers, directly or through others, until the first hand-over on the way ends. */
export function coveredBy(userId: number | undefined, items: readonly HandOver[]): Covered[] {
  const direct = items.filter(({ to }) => to.id === userId)
  const rest = items.filter(({ to }) => to.id !== userId)
  return direct.flatMap(({ id, from, until, note }) => [
    { id, from, until, note, by: null },
    ...coveredBy(from.id, rest).map((further) => ({
      ...further,
      until: Date.parse(further.until) < Date.parse(until) ? further.until : until,
      by: from.name,
    })),
  ])
}

/** My hand-over, and the queues that I cover, at a time (unix ms); `loading` until they are known. */
export function useCover(now: number) {
  const userId = useSessionUser()?.id
  const { data, isLoading } = useQuery(handOversQuery)
  // Hand-overs are read once a minute: one that lapsed in between is over.
  const running = (data?.items ?? []).filter(({ until }) => Date.parse(until) > now)
  const mine = running.find(({ from }) => from.id === userId) ?? null
  return { mine, covered: coveredBy(userId, running), loading: isLoading }
}
export type Cover = ReturnType<typeof useCover>
