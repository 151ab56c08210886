import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { eventPreview, type eventPreviewInput } from '#contract/orders/set-event.ts'
import { events } from '#contract/reference/events.ts'
import { templateListItem } from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

const REFERENCE_MS = 60_000

/** Events by id, all of them. */
export const eventsQuery = resourceQueries(events).all()

/** Mail templates that an event may send. */
export const templatesQuery = queryOptions({
  queryKey: [CHOICES, 'template/email', 'not system'],
  queryFn: async ({ signal }) => {
    const query = { system: 'false', page: 1, per_page: MAX_PER_PAGE }
    return (await request(listOf(templateListItem), 'template/email/get_all', { query, signal })).items
  },
  staleTime: REFERENCE_MS,
})

/** The values that the mail of an event is made from. */
export type PreviewInput = z.input<typeof eventPreviewInput>

/** The mail that setting the event would send; the previous one stays until it arrives. */
export const eventPreviewQuery = (orderId: number, templateId: number, input: PreviewInput) =>
  queryOptions({
    queryKey: ['orders', 'event-preview', orderId, templateId, input],
    queryFn: ({ signal }) => {
      const path = `template/email/${templateId}/preview/${orderId}`
      return request(eventPreview, path, { method: 'POST', body: input, signal })
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
