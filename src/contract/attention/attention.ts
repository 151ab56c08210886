import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { milestone } from '#contract/reference/milestones.ts'
import { nextCutOff } from './figures.ts'
import { RULE_LABELS } from './rules.ts'

export const ATTENTION_PATH = 'attention'
export const RULE_CODES = keysOf(RULE_LABELS)

/** Hours after which a claim lapses. */
export const CLAIM_HOURS = 4
/** The longest snooze, in days. */
export const MAX_SNOOZE_DAYS = 366
/** The most items of one call. */
export const MAX_ITEMS = 1000

/** An item of the queue: one reason why an order needs somebody. */
export const attentionItem = z.object({
  id: z.int(),
  rule: z.literal(RULE_CODES),
  /** The subject, if a rule has several for an order: the id of a delivery, for example. */
  subject: z.string(),
  /** Urgency; 3 is the most urgent. */
  severity: z.int(),
  since: z.string(),
  dueAt: z.string().nullable(),
  /** Facts for the item's sentence, by rule. */
  detail: z.record(z.string(), z.unknown()),
  /** Null if the rule is about no order. */
  orderId: z.int().nullable(),
  trackingCode: z.string().nullable(),
  /** The furthest milestone that the order reached; null for none. */
  lastMilestone: milestone,
  companyName: z.string(),
  username: z.string(),
  cityName: z.string(),
  cartageName: z.string(),
  /**
   * The member of staff in whose queue it is: the assignee of a task, the author of a draft, or who is in
   * charge of the order.
   */
  inCharge: namedRecord.nullable(),
  /** The order's sailing. */
  sailing: z.object({ id: z.int(), reference: z.string(), vessel: z.string(), voyage: z.string() }).nullable(),
  /** The last mail that asked for what is missing, as long as it has not come; `by` is null for the client's own. */
  asked: z
    .object({ at: z.string(), to: z.string().nullable(), by: namedRecord.nullable() })
    .nullable()
    .optional()
    .describe('The last mail that asked for what is missing; null if none did, or once it is there.'),
  /** Open items of the order, this one included; for a snoozed item, the number of snoozed ones. */
  things: z.int(),
  /** The colleague who works on it; null for nobody, or once the claim has lapsed. */
  claimedBy: namedRecord.nullable(),
  claimedAt: z.string().nullable(),
  /** Null unless it is snoozed. */
  snoozedUntil: z.string().nullable(),
  snoozedBy: namedRecord.nullable(),
  waivedReason: z.string().nullable(),
  waivedBy: namedRecord.nullable(),
  waivedAt: z.string().nullable(),
})
export type AttentionItem = z.infer<typeof attentionItem>

/**
 * Items of several orders that are dealt with together: those of a rule about one sailing, or the papers of one
 * client. `id` is that of the sailing or the client; `asked` is when somebody was last asked for what is missing.
 */
const attentionGroup = z.object({
  id: z.string(),
  items: z.array(
    z.object({
      id: z.int(),
      orderId: z.int(),
      trackingCode: z.string(),
      asked: z.string().nullable().describe('When somebody was last asked for what is missing; null if nobody was.'),
    }),
  ),
})
export type AttentionGroup = z.infer<typeof attentionGroup>

/**
 * A row of the queue: an item and, if asked for as rows, the other items of its order in the same list. The
 * first row of a group stands for all of it, if asked for as groups.
 */
export const attentionRow = attentionItem.extend({
  others: z.array(attentionItem).optional(),
  group: attentionGroup
    .nullable()
    .optional()
    .describe(
      'All items of several orders that are dealt with together: a cut-off, departure or arrival of one sailing, the papers of one client; null for an order by itself. Only with by=group.',
    ),
})
export type AttentionRow = z.infer<typeof attentionRow>

/** Open items by rule; a rule without any is absent. */
const counts = z.record(z.string(), z.int())

/**
 * A page of the queue and the items of each rule; when nothing waits, the next cut-off. Beside them, the
 * delivered orders of its owners that are still in progress.
 */
export const attentionPage = listOf(attentionRow).extend({
  counts,
  nextCutOff: nextCutOff.nullable(),
  deliveredOpen: z.int(),
})
export type AttentionPage = z.infer<typeof attentionPage>

/** Open items by rule: the caller's, and everybody's. */
export const attentionCounts = z.object({ mine: counts, all: counts })

const ids = z
  .array(f.id())
  .min(1, REQUIRED)
  .max(MAX_ITEMS, f.tooMany(MAX_ITEMS))
  .transform((sent) => [...new Set(sent)])

// Null brings an item back; an absent `until` is an error.
const until = f
  .changedInstant()
  .refine((at) => at !== undefined, REQUIRED)
  .transform((at) => at ?? null)
  .refine((at) => at === null || Date.parse(at) > Date.now(), 'Choose a time in the future')
  .refine(
    (at) => at === null || Date.parse(at) <= Date.now() + MAX_SNOOZE_DAYS * 86_400_000,
    'A snooze lasts a year at most',
  )

/** The instant until which an item is out of the way; null brings it back. */
export const snoozeInput = z.object({ until })
/** The reason why an item needs nothing. */
export const waiveInput = z.object({ reason: f.requiredText('Reason', 255) })
export const itemsInput = z.object({ ids })
export const snoozeItemsInput = snoozeInput.extend({ ids })
export const waiveItemsInput = waiveInput.extend({ ids })

/** The outcome for each item of a call. */
export const attentionReply = z.object({
  items: z.array(z.object({ id: z.int(), state: z.enum(['done', 'failed']), reason: z.string().nullable() })),
})
export type AttentionReply = z.infer<typeof attentionReply>
