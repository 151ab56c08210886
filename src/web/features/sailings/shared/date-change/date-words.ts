import { formatDate, formatWeekday } from '#contract/lib/format.ts'
import type { DateChangeRow } from '#contract/sailings/date-change.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A day, kept as 00:00 UTC, as 'Tue Mar 17 2026'. */
export const shortDay = (iso: string) => `${formatWeekday(iso)} ${formatDate(iso)}`

/** A range of days: 'Thu Mar 12 → Tue Mar 17 2026'; both years are said where they differ. */
export function dayRange(from: string, to: string): string {
  const [first, last] = [shortDay(from), shortDay(to)]
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} → ${last}`
}

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** The move of a date in words: 'moves 5 days later (Thu Mar 12 → Tue Mar 17 2026)'. */
export function moveWords({ from, to }: { from: string | null; to: string | null }): string {
  if (!from) return to ? `set to ${shortDay(to)}` : ''
  if (!to) return `removed (was ${shortDay(from)})`
  const ms = Date.parse(to) - Date.parse(from)
  const days = Math.trunc(Math.abs(ms) / DAY_MS)
  const by = days > 0 ? count(days, 'day') : count(Math.max(1, Math.round(Math.abs(ms) / HOUR_MS)), 'hour')
  return `moves ${by} ${ms < 0 ? 'earlier' : 'later'} (${dayRange(from, to)})`
}

/** Mails and the clients who get them: '14 mails to 9 clients', or '9 clients' where each gets one. */
export const mailWords = (mails: number, clients: number) =>
  mails > clients ? `${count(mails, 'mail')} to ${count(clients, 'client')}` : count(clients, 'client')

/** The button's label: 'Change 38 orders, mail 31 clients'. */
export function buttonWords({ orders, mails, clients = mails }: { orders: number; mails: number; clients?: number }) {
  if (orders === 0) return 'Change the dates only'
  const words = mails > clients ? `, send ${mailWords(mails, clients)}` : `, mail ${count(clients, 'client')}`
  return `Change ${count(orders, 'order')}${mails > 0 ? words : ''}`
}

/** 'was Thu Mar 12 2026, sailing said Tue Mar 10 2026' for an order's first date that was not the sailing's; or ''. */
export function differsWords(
  { differs, fields }: Pick<DateChangeRow, 'differs' | 'fields'>,
  said: (field: DateChangeRow['fields'][number]['field']) => string | null,
): string {
  const other = differs
    ? fields.find(({ field, from }) => !field.startsWith('place') && from !== null && from !== said(field))
    : undefined
  if (!other?.from) return ''
  const sailing = said(other.field)
  return `was ${shortDay(other.from)}, sailing said ${sailing ? shortDay(sailing) : 'nothing'}`
}
