import { comparedForm, normalEmail } from '#contract/lib/text.ts'
import { CONFIRMATION_DAYS } from '#contract/orders/confirmation.ts'
import type { OrderField } from '#contract/orders/field-table.ts'
import type { OrderFields } from '#contract/orders/order-fields.ts'
import { originKind } from '#contract/orders/origin.ts'
import { CONFIRMATION_FIELDS, confirmationColumn, confirmationValue } from '#server/imports/rows/confirmation-cells.ts'
import { listedEvents, sameMinute } from '#server/imports/rows/event-cells.ts'
import { dayOf } from '#server/imports/rows/import-dates.ts'
import { cellOfValue, inChargeOf, PLAIN_FIELDS, sentValue } from '#server/imports/rows/order-row.ts'
import type { References } from '#server/imports/rows/references.ts'
import type { RowCells } from '#server/imports/rows/row-cells.ts'
import { refusePlace } from '#server/imports/rows/unknown-place.ts'
import { columnName } from '#server/orders/columns.ts'
import { changedFields, mergedOrder, type OrderChange, placesNeeded, rulesAcross } from '#server/orders/order-rules.ts'
import { type KnownOrder, timeInJson } from './known-orders.ts'
import type { Columns, ValueChange } from './row-changes.ts'

/** The change of an order that a row asks for: columns named as in SQL, those that change only. */
export interface OrderUpdate {
  id: number
  /** What the check saw: the versions of the order and of its confirmation, and who was in charge. */
  seen: { order: string; confirmation: string | null; inChargeId: number | null }
  order: Columns
  confirmation: Columns
  /** Absent if it stays. */
  inChargeId?: number
}

const LEAVE_OUT = 'Leave this cell empty, or the column out'
const OTHER_CLIENT = `An import does not give an order to another client. ${LEAVE_OUT}`
const OTHER_DATE = `An import does not change the date of an order. ${LEAVE_OUT}`
const OTHER_HISTORY = `An import does not change the events of an order: set them there. ${LEAVE_OUT}`
const SEVERAL = 'Several places have this name: write the number of one'

/** True for a date that says when something was: to the minute, or by its day if it has no time. */
function isSameTime(cells: RowCells, field: string, stored: string, timeZone: string): boolean {
  const read = cells.date(field)
  if (!read || sameMinute(read.at, stored)) return true
  return !/\d:\d/.test(cells.plain(field)) && cells.day(field)?.at === dayOf(stored, timeZone)
}

/** Refuses cells that say something else than the order, about facts that no import changes. */
function refuseFixedFacts(cells: RowCells, known: KnownOrder, timeZone: string): void {
  const email = cells.plain('clientEmail')
  if (email !== '' && normalEmail(email) !== normalEmail(known.clientEmail)) cells.refuse('clientEmail', OTHER_CLIENT)
  if (!isSameTime(cells, 'created', known.created, timeZone)) cells.refuse('created', OTHER_DATE)
  if (cells.text('events') !== '') {
    const listed = listedEvents(cells)
    const isSame = ({ name, date }: { name: string; date: string }, index: number) => {
      const other = listed[index]
      return (
        other !== undefined &&
        comparedForm(other.name) === comparedForm(name) &&
        sameMinute(other.at, timeInJson(date) ?? '')
      )
    }
    const events = known.events ?? []
    if (events.length !== listed.length || !events.every(isSame)) cells.refuse('events', OTHER_HISTORY)
  }
  const event = cells.text('event')
  if (event !== '' && comparedForm(event) !== comparedForm(known.lastEventName ?? ''))
    cells.refuse('event', OTHER_HISTORY)
  if (!isSameTime(cells, 'eventDate', known.lastEventTime ?? '', timeZone)) cells.refuse('eventDate', OTHER_HISTORY)
}

interface Place {
  id: number
  name: string
}

/**
 * The place that a cell names; `current` if that may be meant, even if it was hidden since. Null if it is
 * wrong; the cells keep the problem.
 */
function placeOf(
  cells: RowCells,
  {
    field,
    found,
    current,
  }: { field: 'shipmentOriginPort' | 'shipmentDestination'; found: readonly Place[]; current: Place | null },
): Place | null {
  const same = current && found.find(({ id }) => id === current.id)
  if (current && (same || (found.length === 0 && comparedForm(cells.text(field)) === comparedForm(current.name))))
    return current
  if (found.length === 1) return found[0] ?? null
  if (found.length > 1) cells.refuse(field, SEVERAL)
  else refusePlace(cells, field)
  return null
}

const currentPlace = (id: number | null, name: string): Place | null => (id === null ? null : { id, name })

function originIn(cells: RowCells, known: KnownOrder, sent: Record<string, unknown>, references: References) {
  const kind = originKind({ ...known, ...sent } as OrderFields) // sent codes were checked
  const staysOfKind = kind === originKind(known as OrderFields) // stored codes are plain numbers
  const depot = kind === 'location' ? comparedForm(cells.text('originDepot')) : ''
  const text = cells.text('shipmentOriginPort') || (depot && staysOfKind ? known.cityName : '')
  if (text === '') return undefined
  const named: readonly (Place & { depot?: string })[] = references[kind].find(text)
  const found = depot ? named.filter((each) => comparedForm(each.depot ?? '') === depot) : named
  const isOtherDepot = depot !== '' && depot !== comparedForm(known.originDepot ?? '')
  const current = staysOfKind && !isOtherDepot ? currentPlace(known.shipmentOriginPort, known.cityName) : null
  return placeOf(cells, { field: 'shipmentOriginPort', found, current })
}

function destinationIn(cells: RowCells, known: KnownOrder, { destinations }: References) {
  const text = cells.text('shipmentDestination')
  if (text === '') return undefined
  const current = currentPlace(known.shipmentDestination, known.cartageName)
  return placeOf(cells, { field: 'shipmentDestination', found: destinations.find(text), current })
}

/** The filled cells of a row as the body of a save; places that are wrong are left out. */
function bodyOf(cells: RowCells, known: KnownOrder, references: References): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const field of PLAIN_FIELDS) {
    const value = cells.text(field) === '' ? undefined : sentValue(cells, field)
    if (value !== undefined) sent[field] = value
  }
  const origin = originIn(cells, known, sent, references)
  const destination = destinationIn(cells, known, references)
  if (origin) sent.shipmentOriginPort = origin.id
  if (destination) sent.shipmentDestination = destination.id
  return sent
}

/** The change of the order's own fields by the rules of a save: its columns, and what it shows. */
function changeOfFields(cells: RowCells, known: KnownOrder, references: References) {
  const sent = bodyOf(cells, known, references)
  const { patch, errors } = changedFields(known, sent)
  for (const [field, message] of Object.entries(errors ?? {})) cells.refuse(field, message)
  const change: OrderChange = { stored: known, patch, sent }
  const needed = placesNeeded(change)
  const merged = mergedOrder(change)
  const found = {
    destination: needed.destination ? references.destinations.withId(merged.shipmentDestination) : undefined,
    origin: needed.origin ? references[originKind(merged)].withId(merged.shipmentOriginPort) : undefined,
    amazon: needed.amazon && known.amazon,
  }
  const across = rulesAcross(change, found)
  for (const [field, message] of Object.entries(across.errors)) cells.refuse(field, message)
  const { shipmentOriginPort: _, ...plain } = patch
  const columns: Columns = {}
  for (const [key, value] of Object.entries({ ...plain, ...across.columns })) columns[columnName(key)] = value
  const { cityName = known.cityName, cartageName = known.cartageName } = across.columns
  const shown: Partial<Record<string, [from: string, to: string]>> = {
    shipmentOriginPort: [known.cityName, cityName],
    shipmentDestination: [known.cartageName, cartageName],
  }
  const changes = Object.keys(patch).map((key): ValueChange => {
    const field = key as OrderField // as changedFields returns them
    const [from, to] = shown[field] ?? [cellOfValue(field, known[field]), cellOfValue(field, patch[field])]
    return { field, from, to }
  })
  return { columns, changes }
}

/** A time of a confirmation as an export writes it: a day without a time. */
const DAYS: readonly string[] = CONFIRMATION_DAYS
const shownTime = (field: string, at: string | null) => (DAYS.includes(field) ? at?.slice(0, 10) : at) ?? ''

const dateOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Whether a value is what a column of the confirmation has: dates to the minute, texts exactly. */
function isSame(field: string, value: unknown, stored: unknown): boolean {
  if (!field.endsWith('At')) return value === (stored ?? (field === 'vessel' ? null : ''))
  const [a, b] = [dateOf(value), timeInJson(stored)]
  return a !== null && b !== null ? sameMinute(a, b) : a === b
}

/** The change of the booking confirmation: its columns, and what it shows. */
function changeOfConfirmation(cells: RowCells, known: KnownOrder, references: References) {
  const columns: Columns = {}
  const changes: ValueChange[] = []
  for (const field of CONFIRMATION_FIELDS) {
    const text = cells.text(field)
    const column = confirmationColumn(field)
    const stored = known.confirmation?.[column] ?? null
    const isDate = field.endsWith('At')
    const from = isDate ? shownTime(field, timeInJson(stored)) : field === 'vessel' ? known.vesselName : stored
    const name = String(from ?? '')
    // An unchanged value may stay, even if its place or vessel is gone from the lists.
    if (text === '' || (!isDate && comparedForm(text) === comparedForm(name))) continue
    const value = confirmationValue(cells, field, references)
    if (cells.problems.has(field) || isSame(field, value, stored)) continue
    columns[column] = value
    const vessel = field === 'vessel' ? references.vessels.withId(Number(value))?.name : undefined
    changes.push({ field, from: name, to: isDate ? shownTime(field, dateOf(value)) : (vessel ?? String(value)) })
  }
  return { columns, changes }
}

/**
 * Reads the changes that a row makes to its order, by the rules of a single save: filled cells only, and only
 * those that differ. The cells keep every problem.
 */
export function readOrderChanges(
  cells: RowCells,
  known: KnownOrder,
  { references, timeZone }: { references: References; timeZone: string },
): { update: OrderUpdate; changes: ValueChange[] } {
  refuseFixedFacts(cells, known, timeZone)
  const order = changeOfFields(cells, known, references)
  const confirmation = changeOfConfirmation(cells, known, references)
  const { inCharge } = known
  const text = comparedForm(cells.text('inCharge'))
  const stays = text === '' || (inCharge && [inCharge.name, inCharge.email].some((each) => comparedForm(each) === text))
  const person = stays ? null : inChargeOf(cells, references)
  const isOther = person !== null && person.id !== inCharge?.id
  const seen = {
    order: known.updatedAt,
    confirmation: timeInJson(known.confirmation?.updated_at),
    inChargeId: inCharge?.id ?? null,
  }
  return {
    update: {
      id: known.id,
      seen,
      order: order.columns,
      confirmation: confirmation.columns,
      ...(isOther ? { inChargeId: person.id } : {}),
    },
    changes: [
      ...order.changes,
      ...(isOther ? [{ field: 'inCharge', from: inCharge?.name ?? '', to: person.name }] : []),
      ...confirmation.changes,
    ],
  }
}
