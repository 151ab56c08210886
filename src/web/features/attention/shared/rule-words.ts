import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { CLOCK_LABELS, labelOf } from '#contract/free-time/free-time-codes.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { MISSING_LABELS, MISSING_PARTS } from '#contract/releases/releases.ts'
import { type Dates, datesIn } from '#web/lib/format/dates.ts'
import { amountIn } from '#web/lib/format/money.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'

/** Actions that open over the queue or lead to a page. */
export type ActionKind =
  | 'set-event'
  | 'event'
  | 'receive'
  | 'ask-client'
  | 'ask-documents'
  | 'ask-suppliers'
  | 'arrival-notice'
  | 'mail'
  | 'dates'
  | 'price'
  | 'documents'
  | 'load'
  | 'roll'
  | 'notes'
  | 'order'
  | 'sailing'
  | 'papers'
  | 'webhooks'
  | 'rates'
  | 'offer'
  | 'mail-in'
  | 'mail-reply'
  | 'mailboxes'
  | 'free-time'
  | 'release'
  | 'feeds'
  | 'sailing-page'

/** Something to do about an item. */
export interface Action {
  label: string
  kind: ActionKind
  /** The milestone of the event that is chosen at first. */
  milestone?: Milestone
}

/** Words and action for the items of a rule. */
interface RuleWords {
  /** A sentence: when the rule finds something. */
  meaning: string
  /** A sentence on an item: the problem, with its facts. */
  sentence: (item: AttentionItem, dates: Dates) => string
  /** The same beside the due time, where that is shown anyway; by default the sentence. */
  brief?: (item: AttentionItem) => string
  /** The action on an item. */
  action: Action
  /** True for a rule about the past, rather than a delay: its time reads as 'ago'. */
  happened?: true
  /** True for a rule about a day, not a time. */
  ofDay?: true
}

/** UTC, because departures and arrivals are days. */
export const { date: day } = datesIn('UTC')
export const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const figure = (value: unknown) => (typeof value === 'number' ? value : null)

function measured({ bookedCbm, measuredCbm, bookedKg, measuredKg }: AttentionItem['detail']) {
  const part = (found: unknown, booked: unknown, unit: string) =>
    figure(found) !== null && figure(found) !== figure(booked)
      ? [`${shortQuantity(figure(found))} ${unit} measured, ${shortQuantity(figure(booked))} booked`]
      : []
  return [...part(measuredCbm, bookedCbm, 'CBM'), ...part(measuredKg, bookedKg, 'kg')].join('; ')
}

/** A paper that is not there, after the words 'Document missing': 'FBA box labels', 'Packing list, rejected'. */
const paperWords = ({ name, state }: AttentionItem['detail']) =>
  `${text(name) || 'A document'}${state === 'rejected' ? ', rejected' : ''}`

/** The clock of an item, with its container: 'Demurrage of MSCU1234566'. */
const clockOf = ({ detail: { clock, container } }: AttentionItem) =>
  `${labelOf(CLOCK_LABELS, clock)}${text(container) ? ` of ${text(container)}` : ''}`
/** What charges have come to, and what each day adds: '$340.00 so far, $85.00 a day'. */
const charges = ({ detail: { amount, currency, perDay } }: AttentionItem) =>
  figure(amount) === null
    ? 'nobody has entered what the days cost'
    : `${amountIn(figure(amount) ?? 0, text(currency))} so far, ${amountIn(figure(perDay) ?? 0, text(currency))} a day`
const missingLegs = ({ detail: { missing } }: AttentionItem) =>
  MISSING_PARTS.filter((part) => Array.isArray(missing) && missing.includes(part)).map((part) => MISSING_LABELS[part])
const FREE_TIME: Action = { label: 'Free time', kind: 'free-time' }
/** Dates of a sailing as staff name them. */
const SAID_FIELDS: Record<string, string> = { etd: 'ETD', portEta: 'ETA', atd: 'ATD', portAta: 'ATA' }
const saidField = (field: unknown) => SAID_FIELDS[text(field)] ?? 'a date'

const SET_EVENT: Action = { label: 'Set event', kind: 'set-event' }
const OPEN_ORDER: Action = { label: 'Open order', kind: 'order' }

const SEND_NOTICE: Action = { label: 'Send arrival notice', kind: 'arrival-notice' }

export const RULES: Readonly<Record<RuleCode, RuleWords>> = {
  'mail-failed': {
    meaning: 'A mail about an order was not delivered; a failed copy counts as low.',
    sentence: ({ detail }) =>
      `${detail.copy === true ? 'A copy' : 'The mail'} did not reach ${text(detail.address)}: ${text(detail.reason)}`,
    action: { label: 'Retry', kind: 'mail' },
    happened: true,
  },
  'cargo-cut-off': {
    meaning: 'The cargo cut-off is near or has passed, and the cargo was not received.',
    sentence: ({ dueAt }, { dateTime }) => `${dateTime(dueAt)}, not received`,
    action: SET_EVENT,
  },
  document: {
    meaning: 'A mandatory document is missing and due soon, or overdue.',
    sentence: ({ detail, dueAt }, { dateTime }) => `${paperWords(detail)}, due ${dateTime(dueAt)}`,
    brief: ({ detail }) => paperWords(detail),
    action: { label: 'Papers', kind: 'papers' },
  },
  'customs-exam': {
    meaning: 'Customs are examining the cargo and have not released it.',
    sentence: ({ detail, dueAt }, { date }) => `${text(detail.event)} since ${date(dueAt)}, not released`,
    brief: () => 'not released',
    action: SET_EVENT,
    happened: true,
  },
  'quote-waiting': {
    meaning: 'A quote request has no price.',
    sentence: () => 'No price yet',
    action: { label: 'Enter price', kind: 'price' },
  },
  unconfirmed: {
    meaning: 'A booking has no vessel although its cargo is ready soon.',
    sentence: ({ detail }, { dateTime }) =>
      text(detail.readyAt) ? `No vessel named, cargo ready ${dateTime(text(detail.readyAt))}` : 'No vessel named yet',
    action: { label: 'Load on sailing', kind: 'load' },
  },
  'not-departed': {
    meaning: 'The estimated departure has passed without an actual one.',
    sentence: ({ dueAt }) => `ETD was ${day(dueAt)}, no actual departure`,
    action: SET_EVENT,
    ofDay: true,
  },
  'not-arrived': {
    meaning: 'The estimated arrival at the port has passed without an actual one.',
    sentence: ({ dueAt }) => `ETA was ${day(dueAt)}, no actual arrival`,
    action: SET_EVENT,
    ofDay: true,
  },
  'late-delivery': {
    meaning: 'The expected delivery time has passed, and the cargo was not delivered.',
    sentence: ({ dueAt, detail }) =>
      `Delivery was due ${day(dueAt)}, ${counted(figure(detail.days) ?? 0, 'day')} after departure`,
    action: SET_EVENT,
    ofDay: true,
  },
  'client-document': {
    meaning: 'A client document has not been opened.',
    sentence: ({ detail }) =>
      figure(detail.count) === 1
        ? `${text(detail.name)} from the client, not opened`
        : `${figure(detail.count)} documents from the client, not opened: ${text(detail.name)} and others`,
    action: { label: 'Read', kind: 'documents' },
    happened: true,
  },
  'measured-differs': {
    meaning: 'The measured cargo differs from the booking by more than 10% or 0.5 CBM.',
    sentence: ({ detail }) => measured(detail),
    action: OPEN_ORDER,
    happened: true,
  },
  'note-due': {
    meaning: 'A note on an order is due.',
    sentence: ({ detail }) => text(detail.body),
    action: { label: 'Open notes', kind: 'notes' },
  },
  'draft-waiting': {
    meaning: 'A program prepared an event, which waits for the owner of its API key to send or discard it.',
    sentence: ({ detail }, { dateTime }) => `Draft of an event by key ${text(detail.by)}, ${dateTime(text(detail.at))}`,
    action: { label: 'Open draft', kind: 'set-event' },
  },
  quiet: {
    meaning: 'No events for several days.',
    sentence: ({ detail }, { date }) =>
      text(detail.event)
        ? `No event since ${date(text(detail.at))}: ${text(detail.event)}`
        : `No event since ${date(text(detail.at))}`,
    action: SET_EVENT,
  },
  'webhook-disabled': {
    meaning: 'A webhook was switched off: its address failed for three days, or is gone.',
    sentence: ({ detail }) => `A webhook was switched off: ${text(detail.url)}`,
    action: { label: 'Open webhooks', kind: 'webhooks' },
  },
  'rate-gap': {
    meaning: 'A scheduled rate set ends a lane that was quoted in the last 30 days, and nothing takes its place.',
    sentence: ({ detail, dueAt }, { date }) =>
      `Tier ${figure(detail.tier)}, ${text(detail.dest)} has no rate from ${date(dueAt)}: ${counted(figure(detail.quotes) ?? 0, 'quote')} in 30 days`,
    brief: ({ detail }) =>
      `Tier ${figure(detail.tier)}, ${text(detail.dest)} loses its rate: ${counted(figure(detail.quotes) ?? 0, 'quote')} in 30 days`,
    action: { label: 'Open the rates', kind: 'rates' },
  },
  'offer-follow-up': {
    meaning: 'An offer has no answer yet, and its day to ask again has come.',
    sentence: ({ detail }) => `Offer ${text(detail.reference)} has no answer: ask again`,
    action: { label: 'Open the offer', kind: 'offer' },
  },
  'offer-accepted': {
    meaning: 'Somebody who is no client yet accepted an offer: book it to make the client and the order.',
    sentence: ({ detail }) => `Offer ${text(detail.reference)} was accepted: make the client and the order`,
    action: { label: 'Book', kind: 'offer' },
  },
  'offer-question': {
    meaning: 'Somebody asked a question, or for a new price, on the page of an offer.',
    sentence: ({ detail }) =>
      detail.kind === 'new-price'
        ? `A new price is wanted for offer ${text(detail.reference)}`
        : `A question about offer ${text(detail.reference)}`,
    action: { label: 'Open the offer', kind: 'offer' },
  },
  'client-mail': {
    meaning: 'A mail from a client, or about an order, was neither answered nor closed.',
    sentence: ({ detail }) =>
      `${counted(figure(detail.mails) ?? 1, 'mail')} from ${text(detail.from) || 'an unknown sender'}${detail.verified === false ? ', not verified,' : ''} to answer`,
    action: { label: 'Reply', kind: 'mail-reply' },
    happened: true,
  },
  'mailbox-failing': {
    meaning: 'A mailbox cannot be read: mail of clients does not come in.',
    sentence: ({ detail }) => `${text(detail.name)} cannot be read: ${text(detail.reason)}`,
    action: { label: 'Mailboxes', kind: 'mailboxes' },
    happened: true,
  },
  'free-time-ends': {
    meaning: 'The free time at a terminal, a rail terminal or a CFS ends within three days.',
    sentence: (item) => `${clockOf(item)} is free until ${day(text(item.detail.lastFreeDay))}`,
    action: FREE_TIME,
  },
  'charges-running': {
    meaning: 'The free time is over, and each day costs money.',
    sentence: (item) => `${clockOf(item)} was free until ${day(text(item.detail.lastFreeDay))}: ${charges(item)}`,
    brief: (item) => `${clockOf(item)}: ${charges(item)}`,
    action: FREE_TIME,
    happened: true,
  },
  'release-missing': {
    meaning: 'Customs released the cargo a day ago, and something else is still missing.',
    sentence: (item) => `Released by customs, still missing: ${missingLegs(item).join(', ')}`,
    action: { label: 'Release', kind: 'release' },
  },
  'empty-return-due': {
    meaning: 'An empty container must be back within three days, or detention is charged.',
    sentence: ({ detail }) =>
      `Return the empty ${text(detail.container) || 'container'} by ${day(text(detail.lastFreeDay))}`,
    action: FREE_TIME,
  },
  'arrival-notice-due': {
    meaning: 'The cargo arrives within three days, or has arrived, and its arrival notice was not mailed.',
    sentence: ({ dueAt }) => `ETA ${day(dueAt)}, no arrival notice mailed`,
    brief: () => 'no arrival notice mailed',
    action: SEND_NOTICE,
    ofDay: true,
  },
  'carrier-differs': {
    meaning: 'The carrier says another date of a sailing than we do, by at least as many days as clients are told of.',
    sentence: ({ detail, sailing }) =>
      `${sailing?.reference ?? 'A sailing'}: carrier says ${saidField(detail.field)} ${day(text(detail.carrier))}, we say ${day(text(detail.ours))}`,
    action: { label: 'Change dates', kind: 'dates' },
    happened: true,
  },
  'feed-failing': {
    meaning: 'A feed of a carrier could not be read three times in a row: its events do not come in.',
    sentence: ({ detail }) => `${text(detail.name)} cannot be read: ${text(detail.reason)}`,
    action: { label: 'Feeds', kind: 'feeds' },
    happened: true,
  },
}
