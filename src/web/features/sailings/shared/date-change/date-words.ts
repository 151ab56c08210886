import type { DateChangeRow } from '#contract/sailings/date-change.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A day, kept as 00:00 UTC, as '12 Mar'; with its year if that is not this one. */
export function shortDay(iso: string, year = iso.slice(0, 4)): string {
  const day = `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]}`
  return iso.slice(0, 4) === year ? day : `${day} ${iso.slice(0, 4)}`
}

/** A range of days: '12 → 17 Mar', or '28 Feb → 3 Mar'. */
export function dayRange(from: string, to: string): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8, 10))} → ${shortDay(to)}`
  return `${shortDay(from, to.slice(0, 4))} → ${shortDay(to, from.slice(0, 4))}`
}

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** The move of a date in words: 'moves 5 days later (12 → 17 Mar)'. */
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

/** 'was 12 Mar, sailing said 10 Mar' for an order's first date that was not the sailing's; or ''. */
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
