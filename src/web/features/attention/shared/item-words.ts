import type { AttentionItem } from '#contract/attention/attention.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { counted, day, RULES } from './rule-words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A span of time in words, '3 hours', '2 days': rounded down, a minute at least. */
export function spanOf(ms: number): string {
  const span = Math.abs(ms)
  if (span < HOUR) return counted(Math.max(1, Math.floor(span / MINUTE)), 'minute')
  return span < 2 * DAY ? counted(Math.floor(span / HOUR), 'hour') : counted(Math.floor(span / DAY), 'day')
}

/** The due time in words; `late` if it has passed and somebody should have acted. */
export function dueWords({ rule, dueAt }: Pick<AttentionItem, 'rule' | 'dueAt'>, now: number) {
  if (dueAt === null) return { words: '', late: false }
  const ms = Date.parse(dueAt) - now
  if (ms > 0) return { words: `in ${spanOf(ms)}`, late: false }
  if (RULES[rule].happened) return { words: `${spanOf(ms)} ago`, late: false }
  return { words: `${spanOf(ms)} overdue`, late: true }
}

/** The exact due time. */
export const exactDue = ({ rule, dueAt }: Pick<AttentionItem, 'rule' | 'dueAt'>, { dateTime }: Dates) =>
  RULES[rule].ofDay ? day(dueAt) : dateTime(dueAt)

/** The problem in one sentence, with its facts. */
export const sentenceOf = (item: AttentionItem, dates: Dates): string => RULES[item.rule].sentence(item, dates)

/** The problem in a few words, beside the due time. */
export const briefOf = (item: AttentionItem, dates: Dates): string =>
  RULES[item.rule].brief?.(item) ?? sentenceOf(item, dates)

/** What was asked for an item, and when: 'Asked 10 minutes ago by Priya Nair'; null if nothing was. */
export function askedWords({ asked }: Pick<AttentionItem, 'asked'>, now: number): string | null {
  if (!asked) return null
  return `Asked ${spanOf(now - Date.parse(asked.at))} ago${asked.by ? ` by ${asked.by.name}` : ''}`
}
