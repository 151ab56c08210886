import { keepPreviousData, queryOptions } from '@tanstack/react-query'
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
import type { RuleCode } from '#contract/attention/rules.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasToken } from '#web/lib/api/token.ts'
import type { Filters, ListCall } from '#web/lib/list/list-call.ts'
import { listQuery } from '#web/lib/list/list-state.ts'

/** The key of all queries about the queue. */
export const ATTENTION = [ATTENTION_PATH] as const

/** The parameter for one row per order, or per group of orders that are dealt with together. */
const BY_GROUP = { by: 'group' }
/** The most rows of a group that are shown below it. */
const MOST_OF_GROUP = 200

/** Milliseconds after which numbers in sight are read again. */
const WATCH_MS = 60_000

/** Open items by rule: of my orders, and of all. */
export const countsQuery = queryOptions({
  queryKey: [...ATTENTION, 'counts'],
  queryFn: ({ signal }) => request(attentionCounts, `${ATTENTION_PATH}/counts`, { signal }),
  refetchInterval: WATCH_MS,
  enabled: hasToken,
})

/** A part of the queue, page by page with a row for each order or group of orders, and its counts. */
export const queueCall = (filters: Filters) =>
  ({
    key: ATTENTION,
    filters,
    byDefault: { column: 'severity', descending: true },
    query: (state) => ({ ...listQuery(state, {}), ...BY_GROUP, ...filters }),
    read: (state, signal): Promise<AttentionPage> =>
      request(attentionPage, ATTENTION_PATH, { query: { ...listQuery(state, {}), ...BY_GROUP, ...filters }, signal }),
  }) satisfies ListCall<AttentionRow>

/** What is answered beside the rows of a part of the queue, its counts: for a screen that shows no rows. */
export const besideQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...ATTENTION, 'beside', filters],
    queryFn: ({ signal }) =>
      request(attentionPage, ATTENTION_PATH, { query: { page: 1, per_page: 1, ...filters }, signal }),
    placeholderData: keepPreviousData,
  })

/** The rows of a group in a part of the queue. */
export const groupQuery = ({ rule, key }: { rule: RuleCode; key: string }, filters: Filters) =>
  queryOptions({
    queryKey: [...ATTENTION, 'group', rule, key, filters],
    queryFn: async ({ signal }): Promise<AttentionRow[]> => {
      const query = { page: 1, per_page: MOST_OF_GROUP, by: 'order', ...filters, rule, group: key }
      return (await request(attentionPage, ATTENTION_PATH, { query, signal })).items
    },
  })

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
