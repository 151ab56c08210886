import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { notificationPage, type readInput, readReply } from '#contract/notes/notifications.ts'
import { request } from '#web/lib/api/api.ts'
import { rarelyIfLive } from '#web/lib/api/live-state.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasToken } from '#web/lib/api/token.ts'

const KEY = ['notifications']
const PATH = 'notifications'
const LOOK_MS = 60_000

/** Counts of unread notifications, read once a minute unless it is live. */
export const unreadQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: ({ signal }) => request(notificationPage, PATH, { query: { unread: '1', per_page: 1 }, signal }),
  refetchInterval: () => rarelyIfLive(LOOK_MS),
  enabled: hasToken,
})

/** The latest notifications, read ones included. */
export const latestQuery = queryOptions({
  queryKey: [...KEY, 'latest'],
  queryFn: ({ signal }) => request(notificationPage, PATH, { query: { per_page: 20 }, signal }),
  staleTime: 0,
})

/** Marks notifications as read. */
export async function markRead(body: z.input<typeof readInput>): Promise<void> {
  await request(readReply, `${PATH}/read`, { method: 'POST', body })
  await queryClient.invalidateQueries({ queryKey: KEY })
}

/**
 * Marks the notifications about an order as read, when its notes are opened. A failure costs nothing: the
 * bell stays as it is.
 */
export function readOrder(orderId: number): void {
  if (queryClient.getQueryData(unreadQuery.queryKey)?.counts.unread === 0) return
  void markRead({ orderId }).catch(() => undefined)
}
