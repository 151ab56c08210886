import { ruleLabel } from '#contract/attention/rules.ts'
import { MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_LABELS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import { FULL_ORDER_LABELS } from '#contract/orders/order-fields.ts'
import { isOrderField, showOrderField } from '#contract/orders/show-field.ts'
import { type Fields, type FieldWords, placeIn, plainText, type Shown, wordsOf } from './shown.ts'

/** Labels of an entry about a made document. */
export const MADE_LABELS = { made: 'Document', version: 'Version' }
/** The kind of a made document, in words. */
export const madeKind = (value: unknown): string =>
  Object.entries(MADE_KIND_LABELS).find(([kind]) => kind === value)?.[1] ?? ''

const LABELS: Record<string, string> = {
  event: 'Event',
  eventId: 'Event',
  date: 'Date',
  comment: 'Comment',
  template: 'Mail template',
  documents: 'Documents',
  ...MADE_LABELS,
  trackingCode: 'Tracking code',
  userId: 'Client',
  inChargeId: IN_CHARGE,
  sailingId: 'Sailing',
  containerId: 'Container',
  receivedAt: 'Cargo received',
  paper: 'Paper',
  papers: 'Papers',
  paperState: 'State of the paper',
  document: 'Document',
  mandatory: 'Mandatory',
  requestedTo: 'Sent to',
  noteId: 'Note',
  note: 'Note',
  mentions: 'Mentioned',
  dueAt: 'Due',
  assigneeId: 'Assigned to',
  done: 'Done',
  weightKg: 'Weight as measured, kg',
  volumeCbm: 'Volume as measured, CBM',
  ...FULL_ORDER_LABELS,
}

/** Fields that are part of others: the tracking code, the client's and places' names, the kept last event. */
const PART_OF_OTHERS = /^(?:id|noteId|hashSum|customCode|username|lastEvent\w*)$/

const isOneOf = (keys: readonly string[], key: string) => keys.includes(key)

/** A field of an order or of its events; null for one that another field already shows. */
export function orderField(key: string, { time, name, origins }: Shown, side: Fields): FieldWords | null {
  if (PART_OF_OTHERS.test(key)) return null
  if (key === 'eventId' && 'event' in side) return null
  // The place's name when the order was saved.
  const named = { cityName: 'shipmentOriginPort', cartageName: 'shipmentDestination' }[key]
  if (named)
    return named in side ? null : { label: LABELS[named] ?? '', show: plainText, place: placeIn(LABELS, named) }
  const special: Record<string, (value: unknown) => string> = {
    shipmentOriginPort: (id) => plainText(side.cityName) || name(origins, id),
    shipmentDestination: (id) => plainText(side.cartageName) || name('cartages', id),
    userId: (id) => name('users', id),
    inChargeId: (id) => (id === null ? '' : name('users', id)),
    eventId: (id) => name('events', id),
    sailingId: (id) => name('sailings', id),
    containerId: (id) => name('containers', id),
    assigneeId: (id) => (id === null ? '' : name('users', id)),
    mentions: (ids) => (Array.isArray(ids) ? ids.map((id) => name('users', id)).join(', ') : ''),
    dueAt: time,
    receivedAt: time,
    papers: (names) => (Array.isArray(names) ? names.join(', ') : plainText(names)),
    rule: ruleLabel,
    made: madeKind,
    date: time,
    documents: (ids) => (Array.isArray(ids) ? ids.map((id) => name('documents', id)).join(', ') : plainText(ids)),
  }
  const show = special[key] ?? ((value: unknown) => (isOrderField(key) ? showOrderField(key, value) : plainText(value)))
  return { label: LABELS[key] ?? wordsOf(key), show, place: placeIn(LABELS, key) }
}

const clockOf = (key: string, { time, day }: Shown) => {
  if (isOneOf(CONFIRMATION_TIMES, key)) return time
  return isOneOf(CONFIRMATION_DAYS, key) ? day : plainText
}

/** A field of a booking confirmation. */
export function confirmationField(key: string, shown: Shown): FieldWords {
  const labels: Record<string, string> = CONFIRMATION_LABELS
  return {
    label: labels[key] ?? wordsOf(key),
    show: isOneOf(CONFIRMATION_PLACES, key) ? (code) => shown.name('placeCodes', code) : clockOf(key, shown),
    html: key === 'bookingClauses',
    place: placeIn(labels, key),
  }
}
