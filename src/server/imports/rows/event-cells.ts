import { readListedEvents } from '#contract/imports/listed-events.ts'
import { ENTER_VALUE } from '#contract/lib/messages.ts'
import { INTERRUPTIONS, MILESTONES, type Milestone } from '#contract/reference/milestones.ts'
import type { ImportedEvent, References } from './references.ts'
import type { RowCells } from './row-cells.ts'

/** An entry of the history, named as in SQL. */
export interface EntryRecord {
  event_id: number
  event_name: string
  event_public_status: string
  milestone: Milestone | null
  date: string
}

/** The most entries of one order. */
const MOST_ENTRIES = 100
const FORM = 'Write each event with its date: Departed @ 2026-11-20T09:05:00Z; Arrived @ 2026-12-14'
const NO_EVENT = 'No event has this name'

const entryOf = (event: ImportedEvent, date: string): EntryRecord => ({
  event_id: event.id,
  event_name: event.name,
  event_public_status: event.publicStatus,
  milestone: event.milestone,
  date,
})

function eventOf(cells: RowCells, field: string, name: string, { events }: References): ImportedEvent | null {
  const [found] = events.find(name)
  if (!found) cells.refuseValue(field, `${NO_EVENT}: ${name.slice(0, 100)}`, name)
  return found ?? null
}

/** The events of the column 'Events' with their dates, in their order, as far as they can be read. */
export function listedEvents(cells: RowCells): { name: string; at: string }[] {
  const field = 'events'
  const parts = readListedEvents(cells.text(field), (date) => cells.isDate(field, date))
  if (parts.length > MOST_ENTRIES) cells.refuse(field, `No more than ${MOST_ENTRIES} events`)
  return parts.slice(0, MOST_ENTRIES).flatMap(({ name, date }) => {
    if (name === '' || date === '') cells.refuse(field, FORM)
    const at = name === '' ? null : cells.readDate(field, date)
    return at ? [{ name, at: at.at }] : []
  })
}

/** 'Departed @ 2026-11-20; Arrived @ 2026-12-14', in their order. */
const listedEntries = (cells: RowCells, references: References): EntryRecord[] =>
  listedEvents(cells).flatMap(({ name, at }) => {
    const event = eventOf(cells, 'events', name, references)
    return event ? [entryOf(event, at)] : []
  })

/** The event in the columns of the last event. */
function lastEntry(cells: RowCells, references: References): EntryRecord | null {
  const name = cells.text('event')
  const date = cells.date('eventDate')
  if (name === '') {
    if (cells.text('eventDate') !== '' && cells.has('event')) cells.refuse('event', ENTER_VALUE)
    return null
  }
  const event = eventOf(cells, 'event', name, references)
  if (!date) cells.refuse('eventDate', ENTER_VALUE)
  return event && date ? entryOf(event, date.at) : null
}

const MINUTE_MS = 60_000
/** True for two times within the same minute: people write no seconds. */
export const sameMinute = (a: string, b: string) =>
  Math.floor(Date.parse(a) / MINUTE_MS) === Math.floor(Date.parse(b) / MINUTE_MS)

/**
 * The history of a row, in its order; the last entry becomes the order's last event. An order without entries
 * begins with the first event of the list, on the day it was made, as a booking does.
 */
export function readEntries(cells: RowCells, references: References, created: string | null): EntryRecord[] {
  const entries = listedEntries(cells, references)
  const last = lastEntry(cells, references)
  const before = entries.at(-1)
  const isThere = before?.event_id === last?.event_id && before && last && sameMinute(before.date, last.date)
  if (last && !isThere) entries.push(last)
  const { firstEvent } = references
  if (entries.length === 0 && firstEvent) entries.push(entryOf(firstEvent, created ?? ''))
  return entries
}

/** The furthest milestone that these entries reach. */
export function furthestOf(entries: readonly EntryRecord[]): Milestone | null {
  const reached = entries.flatMap(({ milestone }) =>
    milestone && !INTERRUPTIONS.some((each) => each === milestone) ? MILESTONES.indexOf(milestone) : [],
  )
  return MILESTONES[Math.max(-1, ...reached)] ?? null
}
