import type { AttentionItem } from '#contract/attention/attention.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { sentenceOf } from './shared/item-words.ts'

/** The open items of one rule on an order, in one line. */
export interface Notice {
  /** The item that stands for all: the one that is due first. */
  first: AttentionItem
  items: readonly AttentionItem[]
}

const dueMs = ({ dueAt }: AttentionItem) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt))

/**
 * Open items of an order by rule, snoozed ones after the others; a snoozed item is in no line with one that is
 * not. Waived ones are left out.
 */
export function noticesOf(items: readonly AttentionItem[]): Notice[] {
  const open = items.filter(({ waivedReason }) => waivedReason === null)
  const lineOf = ({ rule, snoozedUntil }: AttentionItem) => `${snoozedUntil === null ? 'open' : 'snoozed'} ${rule}`
  return [...new Set(open.map(lineOf))]
    .flatMap((line) => {
      const group = open.filter((item) => lineOf(item) === line)
      const [first, ...rest] = group.toSorted((one, other) => dueMs(one) - dueMs(other))
      return first ? [{ first, items: [first, ...rest] }] : []
    })
    .toSorted((one, other) => Number(one.first.snoozedUntil !== null) - Number(other.first.snoozedUntil !== null))
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/**
 * The problem of several items of a rule in one sentence, the one that is due first in front: papers by their
 * names, of any other rule the first one and how many more there are.
 */
export function sentenceOfAll(items: readonly AttentionItem[], dates: Dates): string {
  const [first] = items
  if (!first) return ''
  if (items.length === 1) return sentenceOf(first, dates)
  if (first.rule === 'document') {
    const names = items.map(({ detail }) => String(detail.name || 'A document'))
    const rejected = items.filter(({ detail }) => detail.state === 'rejected').length
    const state = rejected === items.length ? 'were rejected' : rejected > 0 ? 'are missing or rejected' : 'are missing'
    return `${listed.format(names)} ${state}, first due ${dates.dateTime(first.dueAt)}`
  }
  return `${sentenceOf(first, dates)}, and ${items.length - 1} more`
}
