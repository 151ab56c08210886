import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  DRAFTS_PATH,
  type Draft,
  draft,
  type draftInput,
  SET_EVENT_SHAPE,
  setEventDraft,
} from '#contract/drafts/drafts.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { sendParting } from '#web/lib/api/parting.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { formDateTime } from '#web/lib/format/form-dates.ts'

const KEY = ['drafts']
const pathOf = (orderId: number) => `${DRAFTS_PATH}/set-event/${orderId}`

/** Drafts of this person for an order's set-event form, read again whenever a form opens. */
export const eventDraftsQuery = (orderId: number) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => request(z.array(draft), DRAFTS_PATH, { signal }),
    select: (all) => all.filter(({ kind, id }) => kind === 'set-event' && id === orderId),
    staleTime: 0,
  })

type Typed = Omit<z.input<typeof draftInput>, 'shape'>

/** Saves typed values as a draft. */
export const saveEventDraft = (orderId: number, body: Typed) =>
  request(draft, pathOf(orderId), { method: 'PUT', body: { ...body, shape: SET_EVENT_SHAPE } })

/** Saves the last typed values while the page goes. */
export const saveEventDraftParting = (orderId: number, body: Typed) =>
  sendParting('PUT', pathOf(orderId), { ...body, shape: SET_EVENT_SHAPE })

/** Discards a draft; a program's leaves the queue with it. */
export async function discardEventDraft(orderId: number, { tab, by }: Pick<Draft, 'tab' | 'by'>): Promise<void> {
  await request(nothing, pathOf(orderId), { method: 'DELETE', query: { tab } })
  await queryClient.invalidateQueries({ queryKey: KEY })
  if (by !== null) void refreshQueue()
}

/** Discards a draft while the page goes. */
export const discardEventDraftParting = (orderId: number, { tab }: Pick<Draft, 'tab'>) =>
  sendParting('DELETE', pathOf(orderId), undefined, { tab })

/** Fields of a draft that the form has, and the rest as text, to be copied. */
export function fieldsOf({ values }: Pick<Draft, 'values'>, timeZone: string) {
  const fields: { eventId?: number; emailTemplateId?: number | null; comment?: string; day?: string; time?: string } =
    {}
  const rest: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const read = setEventDraft.partial().safeParse({ [name]: value })
    if (!read.success || !(name in setEventDraft.shape)) rest.push(`${name}: ${JSON.stringify(value)}`)
    else if (name === 'eventId' && read.data.eventId) fields.eventId = read.data.eventId
    else if (name === 'emailTemplateId') fields.emailTemplateId = read.data.emailTemplateId ?? null
    else if (name === 'comment') fields.comment = read.data.comment ?? ''
    else if (name === 'date' && read.data.date) Object.assign(fields, formDateTime(read.data.date, timeZone))
  }
  return { fields, rest }
}
