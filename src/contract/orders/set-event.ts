import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, INSTANT, REQUIRED } from '#contract/lib/messages.ts'
import { MAX_UPLOADS } from '#contract/lib/uploads.ts'
import { INTERRUPTIONS, type Milestone } from '#contract/reference/milestones.ts'
import { hasReached } from './progress.ts'

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

/** The event after `currentId`, by id; without one the last, and without a current event the first. */
export function nextEvent<E extends Step>(events: readonly E[], currentId: number | null): E | null {
  if (currentId === null) return events[0] ?? null
  return events.find((event) => event.id > currentId) ?? events.at(-1) ?? null
}

const isInterruption = ({ milestone }: Step) => INTERRUPTIONS.some((each) => each === milestone)

/**
 * The next step of a shipment at `furthest`: the first event after `currentId`, by id, that takes it further. A hold
 * and a customs exam are passed over, and so is what other facts have reached, with the events before that. Null if
 * nothing follows.
 */
export function nextStep<E extends Step>(
  events: readonly E[],
  { currentId, furthest }: { currentId: number | null; furthest: Milestone | null },
): E | null {
  let step: E | null = null
  for (const event of events) {
    if (event.id <= (currentId ?? 0) || isInterruption(event)) continue
    if (event.milestone && hasReached(furthest, event.milestone)) step = null
    else step ??= event
    // An event without a milestone is a step only if nothing behind it was reached.
    if (step && event.milestone) return step
  }
  return step
}
