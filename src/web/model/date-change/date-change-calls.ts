import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { events } from '#contract/reference/events.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { run, runItem } from '#contract/runs/runs.ts'
import { confirmedVoyage, type dateChangeInput, dateChangePreview } from '#contract/sailings/date-change.ts'
import type { PlannedDate } from '#contract/sailings/sailing-codes.ts'
import { templateListItem } from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES, queryClient } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { ORDERS } from '#web/model/orders/orders.ts'

/** What changes its dates: a sailing, or a voyage that confirmations name. */
export interface DateSubject {
  /** Of its calls. */
  path: string
  name: string
  /** Its dates as they are; only these can be changed. */
  dates: Partial<Record<PlannedDate, string | null>>
}

/** What the preview is asked. */
export interface Asked {
  dates: Partial<Record<PlannedDate, string | null>>
  mode: 'set' | 'shift'
  eventId: number | null
  emailTemplateId: number | null
  comment: string
  orderId: number | null
}

const REFERENCE_MS = 60_000

/** What a change of dates would do; the previous answer stays until the next one arrives. */
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

/** The voyages of a vessel without a sailing. */
export const voyagesQuery = (vesselId: number) =>
  queryOptions({
    queryKey: [vessels.path, 'voyages', vesselId],
    queryFn: ({ signal }) => request(z.array(confirmedVoyage), `${vessels.path}/${vesselId}/voyages`, { signal }),
    staleTime: 0,
  })

export const eventChoices = resourceQueries(events).all()

/** The mail templates that can be sent. */
export const templateChoices = queryOptions({
  queryKey: [CHOICES, 'template/email', 'not system'],
  queryFn: async ({ signal }) => {
    const query = { system: 'false', page: 1, per_page: MAX_PER_PAGE }
    return (await request(listOf(templateListItem), 'template/email/get_all', { query, signal })).items
  },
  staleTime: REFERENCE_MS,
})

const POLL_MS = 500

/** A run, read again until it is over. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: ({ signal }) => request(run, `runs/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : POLL_MS),
    staleTime: 0,
  })

/** The rows of a run that did not go as asked, with their reasons. */
export const troubleQuery = (id: number, state: 'failed' | 'done' | 'skipped') =>
  queryOptions({
    queryKey: ['runs', id, 'items', state],
    queryFn: async ({ signal }) => {
      const query = { state, page: 1, per_page: MAX_PER_PAGE }
      const { items } = await request(listOf(runItem), `runs/${id}/items`, { query, signal })
      return items.filter(({ reason }) => reason !== null)
    },
    staleTime: 0,
  })

export const undoRun = (id: number) => request(run, `runs/${id}/undo`, { method: 'POST' })
export const retryRun = (id: number) => request(run, `runs/${id}/retry`, { method: 'POST' })
export const stopRun = (id: number) => request(run, `runs/${id}/stop`, { method: 'POST' })

/** Reads again what a run changes: sailings, their orders, and voyages. */
export const refreshDates = () =>
  Promise.all([['sailing'], [vessels.path], ORDERS].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
