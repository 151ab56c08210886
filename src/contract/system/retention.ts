import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'

interface Kept {
  label: string
  /** A sentence: what is removed then, and what stays. */
  meaning: string
  /** Days by default. */
  usual: number
  min: number
  max: number
}

/** Days for which each class of records is kept, unless an administrator sets others. */
export const RETENTION = {
  auditDays: {
    label: 'Audit trail',
    meaning: 'Entries go after this many days. Six years unless your law asks for another time.',
    usual: 2192,
    min: 90,
    max: 36_525,
  },
  mailTextDays: {
    label: 'Texts of mails',
    meaning: 'Subject, receivers and times stay with the order.',
    usual: 2192,
    min: 30,
    max: 36_525,
  },
  digestDays: {
    label: 'Daily mails to staff',
    meaning: 'They list orders with the names of clients. They go with their receivers.',
    usual: 14,
    min: 1,
    max: 365,
  },
  quoteDays: {
    label: 'Quotes',
    meaning: 'Reports count them for as long.',
    usual: 1096,
    min: 31,
    max: 1096,
  },
  offerDays: {
    label: 'Offers',
    meaning: 'Those that became no order, after their last change. The others stay with their order.',
    usual: 731,
    min: 31,
    max: 36_525,
  },
  runDays: {
    label: 'Work on many orders',
    meaning: 'What was asked for, and what became of each order. What was done to the orders stays.',
    usual: 1096,
    min: 7,
    max: 36_525,
  },
  notificationDays: {
    label: 'Notifications',
    meaning: 'Read or not; their notes stay with the orders.',
    usual: 180,
    min: 7,
    max: 3650,
  },
  trackingDays: {
    label: 'Readers of tracking pages',
    meaning:
      'Expired links to tracking and upload pages with their addresses, and who followed a shipment that nobody follows any more.',
    usual: 180,
    min: 30,
    max: 3650,
  },
  webhookDays: {
    label: 'Messages to other programs',
    meaning: 'What was sent to webhooks, and what they answered, once it is over.',
    usual: 30,
    min: 3,
    max: 365,
  },
} as const satisfies Record<string, Kept>
export type RetentionKey = keyof typeof RETENTION
export const RETENTION_KEYS = keysOf(RETENTION)

export const RETENTION_DEFAULTS = recordOf(RETENTION_KEYS, (key): number => RETENTION[key].usual)
/** The settings in a call: whole days within their bounds. */
export const retentionFields = z.object(
  recordOf(RETENTION_KEYS, (key) => f.integer({ min: RETENTION[key].min, max: RETENTION[key].max })),
)
export const retention = z.object(recordOf(RETENTION_KEYS, () => z.int()))
