import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { events } from '#contract/reference/events.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { run } from '#contract/runs/runs.ts'
import { confirmedVoyage, type dateChangeInput, dateChangePreview } from '#contract/sailings/date-change.ts'
import type { PlannedDate } from '#contract/sailings/sailing-codes.ts'
import { templateListItem } from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

/** The subject of a change of dates: a sailing, or a voyage that confirmations name. */
export interface DateSubject {
  /** The path of its calls. */
  path: string
  name: string
  /** Dates as they are; only these can be changed. */
  dates: Partial<Record<PlannedDate, string | null>>
  /** Dates that are filled in at first, in place of these. */
  suggested?: Partial<Record<PlannedDate, string | null>>
}

/** The body of a preview. */
export interface Asked {
  dates: Partial<Record<PlannedDate, string | null>>
  mode: 'set' | 'shift'
  eventId: number | null
  emailTemplateId: number | null
  comment: string
  onePerClient: boolean
  orderId: number | null
}

const REFERENCE_MS = 60_000

/** The preview of a change of dates; the previous answer stays until the next one arrives. */
export const previewQuery = (path: string, asked: Asked) =>
  queryOptions({
    queryKey: ['date-change', path, asked],
    queryFn: ({ signal }) =>
      request(dateChangePreview, `${path}/date-change/preview`, { method: 'POST', body: asked, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

export const changeDates = (path: string, body: z.input<typeof dateChangeInput>, idempotencyKey: string) =>
  request(run, `${path}/date-change`, { method: 'POST', body, idempotencyKey })

/** Voyages of a vessel without a sailing. */
export const voyagesQuery = (vesselId: number) =>
  queryOptions({
    queryKey: [vessels.key, 'voyages', vesselId],
    queryFn: ({ signal }) => request(z.array(confirmedVoyage), `${vessels.path}/${vesselId}/voyages`, { signal }),
    staleTime: 0,
  })

export const eventChoices = resourceQueries(events).all()

/** Mail templates that can be sent. */
export const templateChoices = queryOptions({
  queryKey: [CHOICES, 'template/email', 'not system'],
  queryFn: async ({ signal }) => {
    const query = { system: 'false', page: 1, per_page: MAX_PER_PAGE }
    return (await request(listOf(templateListItem), 'template/email/get_all', { query, signal })).items
  },
  staleTime: REFERENCE_MS,
})
