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

/** The key of all queries about the queue. */
export const ATTENTION = [ATTENTION_PATH] as const

/** The parameter for one row per order. */
const BY_ORDER = { by: 'order' }

/** Milliseconds after which numbers in sight are read again. */
const WATCH_MS = 60_000

/** Open items by rule: of my orders, and of all. */
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

/** Open items of an order. The key is below that of orders: what changes them changes this. */
export const orderAttentionQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'attention', orderId],
    queryFn: ({ signal }) => request(z.array(attentionItem), `request/booking/${orderId}/attention`, { signal }),
  })

/** Reads the queue again, and what orders show of it. */
export const refreshQueue = () =>
  Promise.all([ATTENTION, ['orders', 'attention']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Actions on several items at once. */
export type Verb = 'claim' | 'release' | 'snooze' | 'waive'

/** Changes one item. A 409 has the reason. */
export const changeItem = (id: number, verb: Verb | 'unwaive', body?: object) =>
  request(attentionItem, `${ATTENTION_PATH}/${id}/${verb}`, { method: 'POST', body }).finally(refreshQueue)

/** Changes items, each judged by itself. A 409 if none could be changed. */
export const changeItems = (ids: readonly number[], verb: Verb, body: object) =>
  request(attentionReply, `${ATTENTION_PATH}/${verb}`, { method: 'POST', body: { ids, ...body } }).finally(refreshQueue)

export const unwaiveItem = (id: number) => changeItem(id, 'unwaive')
