import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, INSTANT, REQUIRED } from '#contract/lib/messages.ts'
import { MAX_UPLOADS } from '#contract/lib/uploads.ts'
import { INTERRUPTIONS, MILESTONES, type Milestone } from '#contract/reference/milestones.ts'

export const NO_MAIL = "Mail won't be sent"
export const ONLY_WITH_MAIL = 'Documents can be sent only as addition to the mail'
export const TOO_HEAVY = 'Maximum limit of weight is exceeded'
export const WRONG_TYPE = 'This file type is not accepted'

/** Bytes above which the screen warns that mail servers may refuse the mail. */
export const RECOMMENDED_DOCUMENTS_SIZE = 7 * 1024 * 1024

const LAST_SECOND = 7_258_118_400

/** The date of an event: unix seconds as text, or ISO 8601. Returns ISO 8601. */
export const eventDate = z.union([z.string(), z.number()], { error: INSTANT }).transform((value, ctx) => {
  const typed = String(value).trim()
  if (/^\d{1,10}$/.test(typed) && Number(typed) <= LAST_SECOND) return new Date(Number(typed) * 1000).toISOString()
  if (f.isInstant(typed)) return new Date(typed).toISOString()
  ctx.addIssue({ code: 'custom', message: INSTANT })
  return z.NEVER
})

const comment = () => f.longText('Comment', 255)
const documentIds = () =>
  z
    .array(f.id(CHOOSE), { error: 'This must be a list of documents' })
    .max(MAX_UPLOADS, f.tooMany(MAX_UPLOADS))
    .nullish()
    .transform((value) => value ?? [])

/** The body of POST request/booking/{id}/documents: the caller's uploads that are not attached yet. */
export const addDocumentsInput = z.object({
  documents: documentIds().refine((ids) => ids.length > 0, REQUIRED),
})

export const setEventInput = z.object({
  bookingRequestId: f.id(),
  eventId: f.id(),
  date: eventDate,
  comment: comment(),
  emailTemplateId: f.optionalId(),
  documents: documentIds(),
  /** False to leave alone what the event's milestone would also set: an empty date of the same fact. */
  carry: f.flag().default(true),
  /** True to complete the order; only with the milestone `delivered`. */
  complete: f.flag().default(false),
  /**
   * The history entry that was the order's last event when the form was opened; null if it had none. 409 if
   * the order has another one by now. Without it, nothing is checked.
   */
  lastEventEntryId: f.id(CHOOSE).nullable().optional(),
  /** Tabs of the caller's drafts from which the event was made; the drafts are removed. */
  draftTabs: z.array(z.string().max(40)).max(10, f.tooMany(10)).optional(),
})
export type SetEventInput = z.input<typeof setEventInput>

/** The query of GET request/booking/{id}/carries: an event, and when it happened; now by default. */
export const carriesQuery = z.object({
  eventId: f.pathId,
  date: eventDate.optional().transform((date) => date ?? new Date().toISOString()),
})

/** The values to compose a mail from. By default the order's current event, now, without a comment. */
export const eventPreviewInput = z.object({
  eventId: f.optionalId(),
  date: eventDate.nullish().transform((value) => value ?? null),
  comment: comment(),
  documents: documentIds(),
})

/** The mail that setting the event with the same values would send. */
export const eventPreview = z.object({
  subject: z.string(),
  html: z.string(),
  to: z.string(),
  /** Addresses that get a copy. */
  copies: z.array(z.string()),
  /** Attachments in their order; sizes in bytes. */
  attachments: z.array(z.object({ name: z.string(), size: z.int() })),
  /** Variables of the text that are empty in this order: 'ETA at the port is empty in this order.' */
  warnings: z.array(z.object({ variable: z.string(), message: z.string() })),
})
export type EventPreview = z.infer<typeof eventPreview>

/** Corrections of a history entry; omitted fields stay as they are. */
export const correctEntryInput = z.object({ date: eventDate.optional(), comment: comment() })
export type CorrectEntryInput = Partial<z.input<typeof correctEntryInput>>

export const withdrawEntryInput = z.object({ reason: f.requiredLongText('Reason', 255) })
export type WithdrawEntryInput = z.input<typeof withdrawEntryInput>

interface Step {
  id: number
  milestone: Milestone | null
}

const isInterruption = ({ milestone }: Step) => INTERRUPTIONS.some((each) => each === milestone)
/** The place of an event on the way of a shipment, from 0; -1 for one that takes it no further. */
const placeOf = (event: Step) => (event.milestone && !isInterruption(event) ? MILESTONES.indexOf(event.milestone) : -1)

/** Events as people choose from them: the way of a shipment, then what may interrupt it (a hold, a customs exam). */
export function eventsToChoose<E extends Step>(events: readonly E[]): { way: E[]; interruptions: E[] } {
  return {
    way: events.filter((event) => !isInterruption(event)),
    interruptions: events.filter(isInterruption),
  }
}

/**
 * The next event of an order: the one after the current event in the list, as `eventsToChoose` has it. What was reached
 * by other facts (`furthest`: cargo that a warehouse received) is left out, so that it never leads back. Behind the last
 * event it is one with a further milestone, else the last; without a current event the first; null without any.
 */
export function nextEvent<E extends Step>(
  events: readonly E[],
  { currentId, furthest = null }: { currentId: number | null; furthest?: Milestone | null },
): E | null {
  const { way } = eventsToChoose(events)
  const reached = furthest === null ? -1 : MILESTONES.indexOf(furthest)
  const isReached = (event: E) => placeOf(event) >= 0 && placeOf(event) <= reached
  const lastReached = way.findLastIndex(isReached)
  const isAhead = (event: E, at: number) =>
    event.id > (currentId ?? 0) && (placeOf(event) > reached || (placeOf(event) < 0 && at > lastReached))
  const further = way.filter((event) => placeOf(event) > reached).toSorted((a, b) => placeOf(a) - placeOf(b))
  return way.find(isAhead) ?? further[0] ?? way.at(-1) ?? null
}
