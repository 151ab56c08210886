import { formatDate } from '#contract/lib/format.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { type Day, daysBetween } from '#server/tracking/days.ts'
import type { PublicFacts } from '#server/tracking/facts.ts'
import type { StepKey } from '#server/tracking/steps.ts'
import type { ToldDates } from '#server/tracking/tracked.ts'

/** Facts about a shipment that somebody was told. */
export interface Told {
  status: string
  dates: ToldDates
}

/** A date that moved. */
export interface Shift {
  label: string
  day: Day
  was: Day
}

/** News for somebody. */
export interface News {
  /** Null if it was told already. */
  status: string | null
  shifts: Shift[]
}

type Facts = Pick<PublicFacts, 'lastStatus' | 'steps'>

/** Steps whose expected days are told. */
const DAYS = { departed: 'departure', arrived: 'arrival', 'at-place': 'place' } as const satisfies Partial<
  Record<StepKey, keyof ToldDates>
>
const dayKey = (key: StepKey) => (key in DAYS ? DAYS[key as keyof typeof DAYS] : null) // checked just now

/** Future steps with a day, and the day that was told. */
const ahead = ({ steps }: Pick<Facts, 'steps'>, dates: ToldDates) =>
  steps.flatMap(({ key, label, done, expected }) => {
    const field = dayKey(key)
    return field && !done && expected ? [{ field, label, day: expected, was: dates[field] }] : []
  })

/**
 * The news: another public status, or a day that moved by at least `shiftDays` against the told one; then
 * smaller moves are told too. Null if nothing is worth a mail. A day that is known for the first time, or no
 * longer, has not moved.
 */
export function newsOf(facts: Facts, told: Told, shiftDays: number): News | null {
  const status = facts.lastStatus !== '' && facts.lastStatus !== told.status ? facts.lastStatus : null
  const shifts = ahead(facts, told.dates).flatMap(({ label, day, was }) =>
    was && was !== day ? [{ label, day, was }] : [],
  )
  const isLarge = shifts.some(({ day, was }) => Math.abs(daysBetween(was, day)) >= shiftDays)
  return status !== null || isLarge ? { status, shifts } : null
}

/**
 * Facts that somebody knows now. Without a mail, moved days keep their told values, so that small moves add
 * up.
 */
export function nextTold(facts: Facts, told: Told, { mailed }: { mailed: boolean }): Told {
  const dates = { ...told.dates }
  for (const { field, day, was } of ahead(facts, told.dates)) if (mailed || !was) dates[field] = day
  return { status: facts.lastStatus || told.status, dates }
}

/** The part of the news that a mail leaves out; null if it has all. Mails name days as 'Mar 8 2026'. */
export function untold(
  { status, shifts }: News,
  { saysStatus, text }: { saysStatus: boolean; text: string },
): News | null {
  const left = { status: saysStatus ? null : status, shifts: shifts.filter(({ day }) => !text.includes(inWords(day))) }
  return left.status !== null || left.shifts.length > 0 ? left : null
}

const inWords = (day: Day) => formatDate(`${day}T00:00:00Z`)

/** The news as a list for a mail. */
export function newsList({ status, shifts }: News): string {
  const lines = [
    ...(status === null ? [] : [`Status: <strong>${escapeHtml(status)}</strong>`]),
    ...shifts.map(
      ({ label, day, was }) => `${escapeHtml(label)}: <strong>${inWords(day)}</strong>, was ${inWords(was)}`,
    ),
  ]
  return `<ul style="margin:0 0 12px;padding-left:20px;">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
}
