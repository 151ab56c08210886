import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { type EventEntry, eventConflict, type Order } from '#contract/orders/orders.ts'
import { hasReached } from '#contract/orders/progress.ts'
import { nextEvent, nextStep } from '#contract/orders/set-event.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { furthestOf } from '#web/features/orders/shared/furthest-of.ts'
import { type EventForm, eventForm } from '#web/features/orders/shared/set-event/event-form.ts'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient, refreshChoices } from '#web/lib/api/query-client.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { formDateTime, instantOf } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { enclosedFilesProblem, fileProblem } from '#web/model/uploads/attached-files.ts'
import { markDocuments, useAttachedFiles } from '#web/model/uploads/use-attached-files.ts'
import { doubtsAbout, missingWords } from './doubts.ts'
import { usePostEvent } from './post-event.ts'
import { useEventDrafts } from './use-event-drafts.ts'

/** A conflict: another event was set since the form was opened, by whom, and the order's entry now. */
interface Conflict {
  message: string
  current: EventEntry | null
}

interface SetEventOptions {
  head: Order
  events: readonly EventRecord[]
  /** True to begin with the next step of the shipment; else with the next event by id. */
  step?: boolean
  dates: Dates
  /** Makes the documents for the mail when the event is set; returns their ids. */
  papers: () => Promise<number[]>
  onDone: (entry: EventEntry) => void
}

/**
 * The set-event form: sends the files, then the event. Doubts, and an event that someone else set meanwhile,
 * are asked about once: `asked` has the sentences, and sending again sets the event anyway.
 */
export function useSetEvent({ head, events, step, dates, papers, onDone }: SetEventOptions) {
  const attached = useAttachedFiles()
  const post = usePostEvent()
  const [now] = useState(() => formDateTime(new Date().toISOString(), dates.timeZone))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [asked, setAsked] = useState<readonly string[]>([])
  const openedOn = useRef(head.lastEventEntryId)
  const [complete, setComplete] = useState(true)

  const save = async ({ day, time, ...values }: z.output<typeof eventForm>) => {
    const { files } = attached
    const problem = enclosedFilesProblem(files, values.emailTemplateId) ?? files.map(fileProblem).find(Boolean)
    if (problem) throw new ApiError(400, problem)
    const at = Date.parse(instantOf(day, time, dates.timeZone) ?? '')
    const event = events.find(({ id }) => id === values.eventId)
    const { name = '', milestone = null } = event ?? {}
    const next = { id: values.eventId, at, name, milestone }
    const before = { ...head, furthest: furthestOf(head, Date.now()) }
    const missing = await missingFor(events, values.eventId, head.id)
    const doubts = [
      ...doubtsAbout(next, conflict ? asCurrent(conflict, before) : before, Date.now(), dates),
      ...missing,
    ]
    if (doubts.join() !== asked.join()) {
      setAsked(doubts)
      if (doubts.length > 0) return
    }
    const documents = [...(await papers()), ...(await attached.send())]
    const lastEventEntryId = conflict ? (conflict.current?.id ?? null) : openedOn.current
    const body = {
      bookingRequestId: head.id,
      ...values,
      date: String(Math.floor(at / 1000)),
      documents,
      lastEventEntryId,
      draftTabs: drafts.tabs(),
      complete: completes(milestone, head) && complete,
    }
    try {
      const entry = await post(body)
      done()
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      void refreshQueue()
      onDone(entry)
    } catch (error) {
      const found = conflictIn(error)
      if (!found) {
        // A chosen record may have been deleted, so the choices are read again.
        if (error instanceof ApiError && error.code === 400) void refreshChoices()
        throw markDocuments(error, attached.refuse)
      }
      setConflict(found)
      // One question covers the conflict and the doubts.
      setAsked([...doubtsAbout(next, asCurrent(found, before), Date.now(), dates), ...missing])
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
    }
  }

  const suggested = beginningOf(events, head, step)?.id ?? 0
  const initialValues = { eventId: suggested, emailTemplateId: null, comment: '', ...now }
  const fields = useForm({ schema: eventForm, initialValues, save })
  useFollow(suggested, fields, conflict !== null)
  const done = useUnsaved(fields.isDirty() || attached.files.length > 0, { keys: ['event'] })
  const baseVersion = head.lastEventEntryId === null ? null : String(head.lastEventEntryId)
  const drafts = useEventDrafts(fields, { orderId: head.id, baseVersion, timeZone: dates.timeZone })
  return { fields, attached, conflict, asked, drafts, complete, setComplete }
}

/** The event that the form begins with: the next step of the shipment, or the next event by id. */
function beginningOf(events: readonly EventRecord[], head: Order, step = false): EventRecord | null {
  const next = step ? nextStep(events, { currentId: head.lastEventId, furthest: furthestOf(head, Date.now()) }) : null
  return next ?? nextEvent(events, head.lastEventId)
}

/**
 * The sentence about papers that are missing when cargo is loaded. If they cannot be read, nothing is asked:
 * papers block nothing.
 */
async function missingFor(events: readonly EventRecord[], eventId: number, orderId: number): Promise<string[]> {
  const milestone = events.find(({ id }) => id === eventId)?.milestone
  if (milestone !== 'loaded') return []
  const papers = await queryClient.fetchQuery({ ...papersQuery(orderId), staleTime: 0 }).catch(() => null)
  const words = missingWords(milestone, papers?.items ?? [])
  return words === null ? [] : [words]
}

/** Whether an event with this milestone can complete the order too. */
export const completes = (milestone: Milestone | null | undefined, { status }: Pick<Order, 'status'>) =>
  milestone === 'delivered' && status === OrderStatus.IN_PROGRESS

type Fields = Pick<EventForm, 'setFieldValue' | 'resetDirty' | 'isDirty'>

/** Follows the suggested event if someone sets the next one, but not under an open question. */
function useFollow(suggested: number, { setFieldValue, resetDirty, isDirty }: Fields, still: boolean): void {
  const before = useRef(suggested)
  useEffect(() => {
    const previous = before.current
    if (previous === suggested || still) return
    before.current = suggested
    const pristine = !isDirty()
    setFieldValue('eventId', (chosen) => (chosen === previous ? suggested : chosen))
    if (pristine) resetDirty()
  }, [suggested, still, setFieldValue, resetDirty, isDirty])
}

/** The order's current event, out of the conflict; it may be further on by it. */
const asCurrent = ({ current }: Conflict, { furthest }: { furthest: Milestone | null }) => ({
  furthest: current?.milestone && hasReached(current.milestone, furthest ?? 'booked') ? current.milestone : furthest,
  lastEventId: current?.event.id ?? null,
  lastEventName: current?.event.name ?? null,
  lastEventTime: current?.date ?? null,
})

function conflictIn(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== 409) return null
  const data = eventConflict.safeParse(error.data)
  return data.success ? { message: error.message, current: data.data.current } : null
}
