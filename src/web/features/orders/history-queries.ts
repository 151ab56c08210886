import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { events } from '#contract/events.ts'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { documentExchange, type EventEntry, eventEntry, quoteListItem } from '#contract/orders.ts'
import { templateListItem } from '#contract/templates.ts'
import { request } from '#web/lib/api.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'

const REFERENCE_MS = 60_000
const MAIL_WATCH_MS = 2000

const isUnderWay = ({ mail }: EventEntry) => mail?.state === 'queued' || mail?.state === 'sending'

/** The history of an order, newest first; watched while a mail of it is on its way. */
export const historyQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'history', orderId],
    queryFn: ({ signal }) => request(z.array(eventEntry), `request/event/data/${orderId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? MAIL_WATCH_MS : false),
  })

/** The documents of an order by who brought them. */
export const documentsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId],
    queryFn: ({ signal }) => request(documentExchange, `request/booking/${orderId}/document_exchange`, { signal }),
  })

/** All orders of a client. */
export const quotesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['orders', 'quotes', userId],
    queryFn: ({ signal }) => request(z.array(quoteListItem), `request/booking/get/user/${userId}`, { signal }),
  })

/** All events, by id. */
export const eventsQuery = resourceQueries(events).all()

/** The mail templates that an event may send. */
export const templatesQuery = queryOptions({
  queryKey: ['template/email', 'all', 'not system'],
  queryFn: async ({ signal }) => {
    const query = { system: 'false', page: 1, per_page: MAX_PER_PAGE }
    return (await request(listOf(templateListItem), 'template/email/get_all', { query, signal })).items
  },
  staleTime: REFERENCE_MS,
})

/** The categories of documents. */
export const categoriesQuery = queryOptions({
  queryKey: ['document/category'],
  queryFn: async ({ signal }) => (await request(listOf(namedRecord), 'document/category/get_all', { signal })).items,
  staleTime: REFERENCE_MS,
})

/** The HTML of a template's mail with an order's data. */
export const previewQuery = (templateId: number, orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'preview', orderId, templateId],
    queryFn: ({ signal }) => request(z.string(), `template/email/${templateId}/preview/${orderId}`, { signal }),
    staleTime: 0,
  })
