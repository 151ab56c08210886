import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** Reasons for a notification about a note: mentioned, given a task, a note on one's order, one's task done. */
export const NOTE_NEWS = ['mention', 'assigned', 'note', 'done'] as const
export type NoteNews = (typeof NOTE_NEWS)[number]

/** Reasons for a notification; the last is about a rate set that no longer fitted at its time. */
export const NOTIFICATION_KINDS = [...NOTE_NEWS, 'rate-set-refused'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** News for a member of staff, shown under the bell. */
export const notification = z.object({
  id: z.int(),
  kind: z.literal(NOTIFICATION_KINDS),
  /** The colleague who caused it. */
  actor: namedRecord.nullable(),
  /** The order of the note; null, and its code and company empty, for a rate set. */
  orderId: z.int().nullable(),
  trackingCode: z.string(),
  companyName: z.string(),
  noteId: z.int().nullable(),
  rateSet: namedRecord.nullable(),
  /** The first 200 characters of the note, or the name of the rate set. */
  text: z.string(),
  dueAt: z.string().nullable(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
})
export type Notification = z.infer<typeof notification>

/** Unread notifications, in all, and those about notes by kind. */
export const notificationCounts = z.object({ unread: z.int(), ...recordOf(NOTE_NEWS, () => z.int()) })
export type NotificationCounts = z.infer<typeof notificationCounts>

export const notificationPage = listOf(notification).extend({ counts: notificationCounts })

const MOST = 1000
/** Notifications to mark as read: these, those about an order, or all. */
export const readInput = z
  .object({
    ids: z.array(f.id(CHOOSE), { error: 'This must be a list of ids' }).max(MOST, f.tooMany(MOST)).optional(),
    orderId: f.id(CHOOSE).optional(),
    all: z.literal(true, { error: 'all is true' }).optional(),
  })
  .refine(({ ids, orderId, all }) => [ids, orderId, all].filter((each) => each !== undefined).length === 1, {
    path: ['ids'],
    message: 'Send ids, orderId or all',
  })
export const readReply = z.object({ counts: notificationCounts })
