import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { MailState } from '#contract/codes/mail-state.ts'
import type { Page } from '#contract/lib/envelope.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { type EventEntry, eventEntry, order } from '#contract/orders/orders.ts'
import { orderAttentionQuery } from '#web/features/attention/shared/attention.ts'
import { notesQuery } from '#web/features/notes/shared/notes.ts'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { request } from '#web/lib/api/api.ts'
import { rarelyIfLive } from '#web/lib/api/live-state.ts'
import { eventsQuery } from './set-event/set-event-queries.ts'

const MAIL_WATCH_MS = 2000

/** The key of lists of orders: a refresh of it reads them again. */
export const ORDERS = ['orders'] as const

/** One whole order. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => request(order, `request/booking/get/${id}`, { signal }),
  })

/** Reads an order and its open items, for a page that is about to show both. */
export const loadOrder = (client: QueryClient, id: number) =>
  Promise.all([client.prefetchQuery(orderQuery(id)), client.prefetchQuery(orderAttentionQuery(id))])

/** Reads what else the page of an order shows at first, so that its parts come together. */
export const loadOrderParts = (client: QueryClient, id: number) =>
  Promise.all([
    client.prefetchQuery(eventsQuery),
    client.prefetchQuery(historyQuery(id)),
    client.prefetchQuery(notesQuery(id)),
    client.prefetchQuery(papersQuery(id)),
  ])

/** An order's row from a loaded list or from a client's orders, so that its page opens at once. */
export function findSeenOrder(client: QueryClient, id: number): OrderListItem | undefined {
  const seen = ['list', 'quotes'].flatMap((of) =>
    client.getQueriesData<Page<OrderListItem>>({ queryKey: ['orders', of] }).flatMap(([, page]) => page?.items ?? []),
  )
  return seen.find((row) => row.id === id)
}

const isUnderWay = ({ mail }: EventEntry) => mail?.state === MailState.QUEUED || mail?.state === MailState.SENDING

/** The history of an order, newest first; polled while one of its mails is under way. */
export const historyQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'history', orderId],
    queryFn: ({ signal }) => request(z.array(eventEntry), `request/event/data/${orderId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? rarelyIfLive(MAIL_WATCH_MS) : false),
  })
