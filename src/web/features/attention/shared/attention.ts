import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  ATTENTION_PATH,
  type AttentionPage,
  type AttentionRow,
  attentionCounts,
  attentionItem,
  attentionPage,
  attentionReply,
} from '#contract/attention/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasToken } from '#web/lib/api/token.ts'
import type { Filters, ListCall } from '#web/lib/list/list-call.ts'
import { listQuery } from '#web/lib/list/list-state.ts'

/** Everything read of the queue is cached below this key. */
export const ATTENTION = [ATTENTION_PATH] as const

/** All that waits about an order is one row. */
const BY_ORDER = { by: 'order' }

/** How often numbers in sight are read again. */
const WATCH_MS = 60_000

/** How many things wait, by rule: of my orders, and of all. */
export const countsQuery = queryOptions({
  queryKey: [...ATTENTION, 'counts'],
  queryFn: ({ signal }) => request(attentionCounts, `${ATTENTION_PATH}/counts`, { signal }),
  refetchInterval: WATCH_MS,
  enabled: hasToken,
})

/** A part of the queue, page by page with a row for each order, and its counts. */
export const queueCall = (filters: Filters) =>
  ({
    key: ATTENTION,
    filters,
    byDefault: { column: 'severity', descending: true },
    query: (state) => ({ ...listQuery(state, {}), ...BY_ORDER, ...filters }),
    read: (state, signal): Promise<AttentionPage> =>
      request(attentionPage, ATTENTION_PATH, { query: { ...listQuery(state, {}), ...BY_ORDER, ...filters }, signal }),
  }) satisfies ListCall<AttentionRow>

/** What is open about an order. Below the key of orders: what changes them changes this. */
export const orderAttentionQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'attention', orderId],
    queryFn: ({ signal }) => request(z.array(attentionItem), `request/booking/${orderId}/attention`, { signal }),
  })

/** Reads the queue again, and what orders show of it. */
export const refreshQueue = () =>
  Promise.all([ATTENTION, ['orders', 'attention']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** What can be done with several items at once. */
export type Verb = 'claim' | 'release' | 'snooze' | 'waive'

/** Changes one item. Throws 409 with the reason. */
export const changeItem = (id: number, verb: Verb | 'unwaive', body?: object) =>
  request(attentionItem, `${ATTENTION_PATH}/${id}/${verb}`, { method: 'POST', body }).finally(refreshQueue)

/** Changes items, each judged by itself. Throws 409 if not one could be changed. */
export const changeItems = (ids: readonly number[], verb: Verb, body: object) =>
  request(attentionReply, `${ATTENTION_PATH}/${verb}`, { method: 'POST', body: { ids, ...body } }).finally(refreshQueue)

export const unwaiveItem = (id: number) => changeItem(id, 'unwaive')
