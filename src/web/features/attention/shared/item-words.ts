import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { type Dates, datesIn } from '#web/lib/format/dates.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Departures and arrivals are days. */
const { date: day } = datesIn('UTC')

/** What happened, rather than what is late: its time is told as 'ago'. */
const HAPPENED = new Set<RuleCode>(['mail-failed', 'client-document', 'measured-differs', 'customs-exam'])
/** Rules about a day. */
const OF_A_DAY = new Set<RuleCode>(['not-departed', 'not-arrived', 'late-delivery'])

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** '3 hours', '2 days': rounded down, at least a minute. */
export function spanOf(ms: number): string {
  const span = Math.abs(ms)
  if (span < HOUR) return counted(Math.max(1, Math.floor(span / MINUTE)), 'minute')
  return span < 2 * DAY ? counted(Math.floor(span / HOUR), 'hour') : counted(Math.floor(span / DAY), 'day')
}

/** When an item is due, in words; `late` when that has passed and somebody should have acted. */
export function dueWords({ rule, dueAt }: Pick<AttentionItem, 'rule' | 'dueAt'>, now: number) {
  if (dueAt === null) return { words: '', late: false }
  const ms = Date.parse(dueAt) - now
  if (ms > 0) return { words: `in ${spanOf(ms)}`, late: false }
  if (HAPPENED.has(rule)) return { words: `${spanOf(ms)} ago`, late: false }
  return { words: `${spanOf(ms)} overdue`, late: true }
}

/** The exact time at which it is due. */
export const exactDue = ({ rule, dueAt }: Pick<AttentionItem, 'rule' | 'dueAt'>, { dateTime }: Dates) =>
  OF_A_DAY.has(rule) ? day(dueAt) : dateTime(dueAt)

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const figure = (value: unknown) => (typeof value === 'number' ? value : null)

function measured({ bookedCbm, measuredCbm, bookedKg, measuredKg }: AttentionItem['detail']) {
  const part = (found: unknown, booked: unknown, unit: string) =>
    figure(found) !== null && figure(found) !== figure(booked)
      ? [`${shortQuantity(figure(found))} ${unit} measured, ${shortQuantity(figure(booked))} booked`]
      : []
  return [...part(measuredCbm, bookedCbm, 'CBM'), ...part(measuredKg, bookedKg, 'kg')].join('; ')
}

type Words = (item: AttentionItem, dates: Dates) => string

const WORDS: Record<RuleCode, Words> = {
  'mail-failed': ({ detail }) =>
    `${detail.copy === true ? 'A copy' : 'The mail'} to ${text(detail.address)} was not sent: ${text(detail.reason)}`,
  'cargo-cut-off': ({ dueAt }, { dateTime }) => `${dateTime(dueAt)}, not received`,
  document: ({ detail, dueAt }, { dateTime }) =>
    `${text(detail.name) || 'A document'} ${detail.state === 'rejected' ? 'was rejected' : 'is missing'}, due ${dateTime(dueAt)}`,
  'customs-exam': ({ detail, dueAt }, { date }) => `${text(detail.event)} since ${date(dueAt)}, not released`,
  'quote-waiting': () => 'No price yet',
  unconfirmed: ({ detail }, { dateTime }) =>
    text(detail.readyAt) ? `No vessel named, cargo ready ${dateTime(text(detail.readyAt))}` : 'No vessel named yet',
  'not-departed': ({ dueAt }) => `ETD was ${day(dueAt)}, no actual departure`,
  'not-arrived': ({ dueAt }) => `ETA was ${day(dueAt)}, no actual arrival`,
  'late-delivery': ({ dueAt, detail }) =>
    `Delivery was due ${day(dueAt)}, ${counted(figure(detail.days) ?? 0, 'day')} after departure`,
  'client-document': ({ detail }) =>
    figure(detail.count) === 1
      ? `${text(detail.name)} from the client, not opened`
      : `${figure(detail.count)} documents from the client, not opened: ${text(detail.name)} and others`,
  'measured-differs': ({ detail }) => measured(detail),
  'note-due': ({ detail }) => text(detail.body),
  'draft-waiting': ({ detail }, { dateTime }) =>
    `Draft of an event by key ${text(detail.by)}, ${dateTime(text(detail.at))}`,
  quiet: ({ detail }, { date }) =>
    text(detail.event)
      ? `No event since ${date(text(detail.at))}: ${text(detail.event)}`
      : `No event since ${date(text(detail.at))}`,
  'webhook-disabled': ({ detail }) => `A webhook was switched off: ${text(detail.url)}`,
}

/** What is wrong, in one sentence with its facts. */
export const sentenceOf: Words = (item, dates) => WORDS[item.rule](item, dates)
