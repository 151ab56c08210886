import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { events } from '#contract/reference/events.ts'
import { templateListItem } from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

const REFERENCE_MS = 60_000

/** All events, by id. */
export const eventsQuery = resourceQueries(events).all()

/** The mail templates that an event may send. */
export const templatesQuery = queryOptions({
  queryKey: [CHOICES, 'template/email', 'not system'],
  queryFn: async ({ signal }) => {
    const query = { system: 'false', page: 1, per_page: MAX_PER_PAGE }
    return (await request(listOf(templateListItem), 'template/email/get_all', { query, signal })).items
  },
  staleTime: REFERENCE_MS,
})

/** The document categories. */
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
