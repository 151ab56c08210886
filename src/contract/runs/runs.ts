import { z } from 'zod'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** Labels of the kinds of run: what each does to its orders or offers. */
const LABELS = {
  event: 'Set event',
  status: 'Status',
  'in-charge': 'In charge',
  dates: 'Change dates',
  load: 'Load on sailing',
  'ask-documents': 'Ask for documents',
  'ask-suppliers': 'Ask suppliers',
  'arrival-notice': 'Send arrival notices',
  'offer-send': 'Send offers',
  'offer-follow-up': 'Follow up offers',
  'offer-withdraw': 'Withdraw offers',
  import: 'Import',
}
export type RunKindName = keyof typeof LABELS
export const RUN_KIND_LABELS: Readonly<Record<RunKindName, string>> = LABELS
export const RUN_KINDS = keysOf(LABELS)

/** What the rows of a run are: orders, offers, or rows of a file. */
export type RunNoun = 'order' | 'offer' | 'row'
/** The noun of the rows of a kind of run. */
export const nounOf = (kind: RunKindName): RunNoun =>
  kind === 'import' ? 'row' : kind.startsWith('offer-') ? 'offer' : 'order'
/** States of a run; `undoing` lasts until the last row is taken back. */
export const RUN_STATES = ['waiting', 'running', 'done', 'stopped', 'undoing', 'undone'] as const
export const RUN_ITEM_STATES = ['waiting', 'done', 'failed', 'skipped', 'undone'] as const

/**
 * Remedies for failed rows: send the mail without the document, load the rows on their newest version, or try
 * again.
 */
export const RUN_REMEDIES = ['send-without-pdf', 'load-again', 'retry'] as const
export type RunRemedy = (typeof RUN_REMEDIES)[number]
/** The most reasons that a run names, the most frequent ones. */
export const MOST_REASONS = 100

/** Work on many orders; `total` leaves out those that were skipped from the start. */
export const run = z.object({
  id: z.int(),
  kind: z.literal(RUN_KINDS),
  /** The event, status, person, sailing or dates that the run was asked for. */
  title: z.string(),
  state: z.literal(RUN_STATES),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /**
   * The instant until which its mails are held and it can be undone; null before its last row, and if it
   * changed nothing.
   */
  heldUntil: z.string().nullable(),
  createdBy: namedRecord.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Run = z.infer<typeof run>

/** A run with the states of its rows and of the mails to its clients, copies left out. */
export const runWithMails = run.extend({
  /** Rows by state, those skipped from the start included. */
  rows: z.object(recordOf(RUN_ITEM_STATES, () => z.int())),
  mails: z.object({
    /** Mails that the run holds, or that wait for a mail server that is down. */
    waiting: z.int(),
    sent: z.int(),
    failed: z.int(),
    /** Mails that were stored without a mail server. */
    unsent: z.int(),
    cancelled: z.int(),
  }),
  /** Failed and skipped rows by reason, the most frequent reasons first. */
  reasons: z.array(
    z.object({
      state: z.literal(['failed', 'skipped'] satisfies (typeof RUN_ITEM_STATES)[number][]),
      reason: z.string(),
      count: z.int(),
      remedy: z.literal(RUN_REMEDIES).nullable(),
    }),
  ),
})
export type RunWithMails = z.infer<typeof runWithMails>

/** One order or offer of a run, or one row of a file that it imports. */
export const runItem = z.object({
  /** Null if the order was deleted for good, for a row that made none, and in a run over offers. */
  orderId: z.int().nullable(),
  /** Null if the draft was deleted, and in a run over orders. */
  offerId: z.int().nullable(),
  /** The client that the row made. */
  clientId: z.int().nullable(),
  /** The row of the file; null if the run imports none. */
  row: z.int().nullable(),
  trackingCode: z.string().nullable(),
  /** The number of the offer. */
  reference: z.string().nullable(),
  companyName: z.string().nullable(),
  state: z.literal(RUN_ITEM_STATES),
  reason: z.string().nullable(),
})
export type RunItem = z.infer<typeof runItem>

/** Reasons why an item of a run stays as it is. */
export const ORDER_DELETED = 'The order was deleted'
export const OFFER_DELETED = 'The offer was deleted'
/** Why a row is left out whose record is gone, by what the rows are. */
export const DELETED: Readonly<Record<RunNoun, string>> = {
  order: ORDER_DELETED,
  offer: OFFER_DELETED,
  row: ORDER_DELETED,
}
export const CLIENT_DELETED = 'The client was deleted'
export const ORDER_CANCELLED = 'The order is cancelled'
/** The reason for an order that a run had not reached when it was stopped. */
export const STOPPED = 'Stopped before it was done'
/** The reason for a row that failed, or could not be taken back, through no fault of its own. */
export const BROKEN = 'Something went wrong. Please try again.'
export const TOO_SLOW = 'The database took too long. Please try again.'
/** Reasons for which another undo tries a row again. */
export const WORTH_ANOTHER_TRY: readonly string[] = [BROKEN, TOO_SLOW]
