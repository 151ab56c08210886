import { z } from 'zod'
import { namedRecord } from '#contract/lib/resource.ts'

/** What a run does to each of its orders. */
export const RUN_KINDS = ['event', 'status', 'in-charge', 'dates', 'load', 'ask-documents', 'import'] as const
export type RunKindName = (typeof RUN_KINDS)[number]
export const RUN_STATES = ['waiting', 'running', 'done', 'stopped', 'undone'] as const
export const RUN_ITEM_STATES = ['waiting', 'done', 'failed', 'skipped', 'undone'] as const

/** Work on many orders; `total` is without those that were skipped from the start. */
export const run = z.object({
  id: z.int(),
  kind: z.literal(RUN_KINDS),
  state: z.literal(RUN_STATES),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Until when its mails are held and it can be undone. */
  heldUntil: z.string().nullable(),
  createdBy: namedRecord.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Run = z.infer<typeof run>

/** One order of a run. */
export const runItem = z.object({
  /** Null once the order is deleted for good. */
  orderId: z.int().nullable(),
  trackingCode: z.string().nullable(),
  companyName: z.string().nullable(),
  state: z.literal(RUN_ITEM_STATES),
  reason: z.string().nullable(),
})
export type RunItem = z.infer<typeof runItem>

/** Why an item of a run stays as it is. */
export const ORDER_DELETED = 'The order was deleted'
