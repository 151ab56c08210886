import { formatWeekday } from '#contract/lib/format.ts'
import type { RateDiffRow, RateSet, RateSetState } from '#contract/rates/rate-sets.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { figureNamed, figureText } from './rate-specs.ts'

export const STATE_WORDS: Record<RateSetState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  current: 'Current',
  past: 'Past',
  cancelled: 'Cancelled',
}

export const changesText = (n: number) => (n === 1 ? '1 change' : `${n} changes`)

/** A day without its year if that is this one: 'Dec 1'. */
export function shortDay(iso: string, dates: Dates): string {
  const day = dates.date(iso)
  return day.endsWith(dates.date(Date.now() / 1000).slice(-5)) ? day.slice(0, -5) : day
}

/** When a set takes effect: 'Tue Dec 1 2026', with its time unless that is the beginning of the day. */
export function fromText(iso: string, dates: Dates): string {
  const time = dates.time(iso) === '0:00' ? '' : ` ${dates.time(iso)}`
  return `${formatWeekday(iso, dates.timeZone)} ${dates.date(iso)}${time}`
}

/** A set in the line above a list: 'From Dec 1 (draft, 42 changes)'; without a day, by its name. */
export function setText({ name, state, validFrom, changes }: RateSet, dates: Dates): string {
  const what = state === 'draft' ? `draft, ${changesText(changes)}` : STATE_WORDS[state].toLowerCase()
  return `${validFrom ? `From ${shortDay(validFrom, dates)}` : name} (${what})`
}

/** True for a set that can still be changed. */
export const isOpen = ({ state }: Pick<RateSet, 'state'>) => state === 'draft' || state === 'scheduled'

/** The record and figure of a change: 'Tier 3, USWC-LAX, CBM'. */
export const changeName = ({ entity, label, field }: Pick<RateDiffRow, 'entity' | 'label' | 'field'>) =>
  [label, figureNamed(entity, field)?.label].filter(Boolean).join(', ')

/** A figure of a change in words; '-' for none. */
export const changeText = ({ entity, field }: Pick<RateDiffRow, 'entity' | 'field'>, value: number | null) =>
  value === null ? '-' : figureText(figureNamed(entity, field), value)
