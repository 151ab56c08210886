import {
  MODE_LABELS,
  OrderStatus,
  STATUS_LABELS,
  TRADE_TERMS_LABELS,
  TradeTerms,
  TransportationMode,
} from '#contract/codes/order-codes.ts'
import { CHOOSE, REQUIRED } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { comparedForm } from '#contract/lib/text.ts'
import { ORDER_FIELDS, type OrderField } from '#contract/orders/field-table.ts'
import { ORDER_FIELD_KEYS, orderFields } from '#contract/orders/order-fields.ts'
import { originKind } from '#contract/orders/origin.ts'
import { amazonRule, valueRule } from '#contract/quotes/shipment-rules.ts'
import { columnName } from '#server/orders/columns.ts'
import { originColumns } from '#server/orders/origins.ts'
import { type ConfirmationRecord, readConfirmationCells } from './confirmation-cells.ts'
import { type EntryRecord, readEntries } from './event-cells.ts'
import type { ReadCode } from './order-code.ts'
import type { Destination, References } from './references.ts'
import type { RowCells } from './row-cells.ts'
import { refusePlace } from './unknown-place.ts'

/** The client that a row names by its address. */
export interface ImportClient {
  id: number
  username: string
  email: string
  phone: string
  companyName: string
  companyAddress: string
}

/**
 * The record that a row becomes: kept by the check, inserted by the run. Columns of orders by their names in
 * SQL.
 */
export interface OrderRecord {
  order: Record<string, unknown>
  code: ReadCode | null
  confirmation: ConfirmationRecord | null
  entries: EntryRecord[]
}

interface Labelled {
  labels: readonly string[]
  /** Codes by what people write for them, as it is compared. */
  codes: ReadonlyMap<string, number>
}
/** Codes by their labels, their numbers, and short forms beside these. */
const labelled = (labels: readonly string[], short: Readonly<Record<string, number>>): Labelled => ({
  labels,
  codes: new Map([
    ...Object.entries(short),
    ...labels.flatMap((label, code) => [[comparedForm(label), code] as const, [String(code), code] as const]),
  ]),
})
const CODES: Partial<Record<OrderField, Labelled>> = {
  transportationMode: labelled(MODE_LABELS, { lcl: TransportationMode.LCL, fcl: TransportationMode.FCL }),
  shipmentTradeTerms: labelled(TRADE_TERMS_LABELS, { fob: TradeTerms.FOB }),
  status: labelled(STATUS_LABELS, { canceled: OrderStatus.CANCELLED }),
}
const YES = new Set(['yes', 'true', '1'])
const NO = new Set(['no', 'false', '0', ''])
const YES_OR_NO = 'Write Yes or No'

/** Fields that come from the client's account where the file has no column for them, as in the forms. */
const FROM_CLIENT: Partial<Record<OrderField, keyof ImportClient>> = {
  yourName: 'username',
  email: 'email',
  phone: 'phone',
  companyName: 'companyName',
  companyAddress: 'companyAddress',
}
/** Fields that every quote request has; its form leaves the others open. */
const OF_REQUEST: readonly OrderField[] = ['yourName', 'email', 'phone', 'transportationMode', 'status']

const valueRequired = valueRule('shipmentValue', REQUIRED)
// The schema is built once: compiling it on first use takes longer than checking a row.
const someFields = orderFields.partial()

function codeOf(cells: RowCells, field: OrderField, { labels, codes }: Labelled): number | undefined {
  const text = comparedForm(cells.text(field))
  if (text === '') return undefined
  const code = codes.get(text)
  if (code === undefined) cells.refuseValue(field, `Write one of: ${labels.join(', ')}`)
  return code
}

function flagOf(cells: RowCells, field: OrderField): boolean {
  const text = comparedForm(cells.text(field))
  if (!YES.has(text) && !NO.has(text)) cells.refuseValue(field, YES_OR_NO)
  return YES.has(text)
}

/** Fields whose cells name a place. */
const PLACES: readonly OrderField[] = ['shipmentOriginPort', 'shipmentDestination']

/** The cell of a field as the value that a form would send; not for places, which depend on other cells. */
export function sentValue(cells: RowCells, field: OrderField): unknown {
  const codes = CODES[field]
  if (codes) return codeOf(cells, field, codes)
  const { kind } = ORDER_FIELDS[field]
  if (kind === 'flag') return flagOf(cells, field)
  return kind === 'quantity' || kind === 'money' ? cells.number(field) : cells.text(field)
}

/** Fields of orders whose cells are read on their own. */
export const PLAIN_FIELDS = ORDER_FIELD_KEYS.filter((field) => !PLACES.includes(field))

/** The text of a value as a file writes it: labels of codes, Yes and No. */
export function cellOfValue(field: OrderField, value: unknown): string {
  const label = CODES[field]?.labels[Number(value)]
  if (label !== undefined) return label
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '')
}

/** The cells of a row as the values that a form would send. */
function sentValues(cells: RowCells, { client, isPast }: { client: ImportClient | undefined; isPast: boolean }) {
  const sent: Record<string, unknown> = {}
  for (const field of PLAIN_FIELDS) {
    const from = FROM_CLIENT[field]
    const isOpen = !cells.has(field) || (isPast && cells.text(field) === '')
    sent[field] = from && client && isOpen ? client[from] : sentValue(cells, field)
  }
  sent.transportationMode ??= TransportationMode.LCL
  sent.status ??= 0
  if (sent.transportationMode === TransportationMode.FCL || isPast) sent.shipmentTradeTerms ??= TradeTerms.OTHER
  return sent
}

function originOf(cells: RowCells, references: References, sent: Record<string, unknown>) {
  const field = 'shipmentOriginPort'
  const text = cells.text(field)
  if (text === '' || typeof sent.shipmentTradeTerms !== 'number') return null
  // The codes were checked above.
  const kind = originKind(sent as { transportationMode: number; shipmentTradeTerms: number })
  const depot = comparedForm(cells.text('originDepot'))
  const named: readonly { id: number; name: string; depot?: string }[] = references[kind].find(text)
  const found = depot && kind === 'location' ? named.filter((each) => comparedForm(each.depot ?? '') === depot) : named
  if (found.length > 1)
    cells.refuse(field, 'Several origins have this name: name the depot too, in a column of its own')
  else if (found.length === 0) refusePlace(cells, field)
  return found.length === 1 ? (found[0] ?? null) : null
}

function destinationOf(cells: RowCells, { destinations }: References): Destination | null {
  const field = 'shipmentDestination'
  const text = cells.text(field)
  if (text === '') return null
  const found = destinations.find(text)
  if (found.length > 1) cells.refuse(field, 'Several destinations have this name: write the number of one')
  else if (found.length === 0) refusePlace(cells, field)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Fields that a row must have: some for a quote request and for an order of the past, all for any other. */
function neededFields(isRequest: boolean, isPast: boolean): readonly OrderField[] {
  if (isRequest) return isPast ? [] : OF_REQUEST
  return isPast ? PLACES : ORDER_FIELD_KEYS
}

/** The fields checked by the rules of a save; those that a row need not have, only where they are filled in. */
function checkedFields(
  cells: RowCells,
  sent: Record<string, unknown>,
  { client, isPast }: { client: ImportClient | undefined; isPast: boolean },
): Record<string, unknown> {
  const isRequest = sent.transportationMode === TransportationMode.FCL
  const needed = neededFields(isRequest, isPast)
  const isOpen = (field: OrderField) => !needed.includes(field) && (sent[field] ?? '') === ''
  const filled = Object.fromEntries(ORDER_FIELD_KEYS.filter((key) => !isOpen(key)).map((key) => [key, sent[key]]))
  const parsed = (needed === ORDER_FIELD_KEYS ? orderFields : someFields).safeParse(filled)
  if (!parsed.success) {
    // The fields from the account are unknown for an unknown client, an origin is for unknown terms.
    const isUnknown = (field: string) =>
      (!client && field in FROM_CLIENT && !cells.has(field)) ||
      (field === 'shipmentOriginPort' && sent.shipmentTradeTerms === undefined && cells.text(field) !== '')
    for (const [field, message] of Object.entries(fieldErrors(parsed.error)))
      if (!isUnknown(field)) cells.refuse(field, message)
    return {}
  }
  return parsed.data
}

const EMPTY_OF: Record<string, unknown> = { quantity: null, money: null, origin: null, destination: null, flag: false }

/** Columns of the order, named as in SQL. */
function columnsOf(fields: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const field of ORDER_FIELD_KEYS) {
    if (field === 'shipmentOriginPort') continue
    const { kind } = ORDER_FIELDS[field]
    columns[columnName(field)] = fields[field] ?? (kind in EMPTY_OF ? EMPTY_OF[kind] : '')
  }
  for (const [key, value] of Object.entries(more)) columns[columnName(key)] = value
  return columns
}

/** Time at which the order was made: now if the file does not say. */
function createdAt(cells: RowCells, now: Date): string | null {
  const date = cells.date('created')
  if (date && Date.parse(date.at) > now.getTime()) cells.refuse('created', 'This date is in the future')
  return date?.at ?? null
}

/** The member of staff that a cell names; null for none. */
export function inChargeOf(cells: RowCells, { staff }: References): { id: number; name: string } | null {
  const text = cells.text('inCharge')
  if (text === '') return null
  const found = staff.find(text)
  if (found.length === 0) cells.refuseValue('inCharge', 'No member of staff has this name or address')
  else if (found.length > 1) cells.refuse('inCharge', CHOOSE)
  return found[0] ?? null
}

/** Facts beside the cells that a row is read with. */
export interface Known {
  references: References
  client: ImportClient | undefined
  now: Date
  code: ReadCode | null
  /** Whether cancelled and completed orders need only what a historic order has. */
  historic: boolean
}

/** Whether the status of a row is that of an order of the past. */
function isOfThePast(cells: RowCells): boolean {
  const status = sentValue(cells, 'status')
  return status === OrderStatus.CANCELLED || status === OrderStatus.COMPLETED
}

/**
 * The order in a row, by the rules of the single save. Null if something is wrong; the cells keep the
 * problem.
 */
export function readOrderRow(cells: RowCells, { references, client, now, historic, code }: Known): OrderRecord | null {
  if (!client) cells.refuse('clientEmail', cells.text('clientEmail') === '' ? REQUIRED : 'No client has this address')
  const isPast = historic && isOfThePast(cells)
  const sent = sentValues(cells, { client, isPast })
  const origin = originOf(cells, references, sent)
  const destination = destinationOf(cells, references)
  sent.shipmentOriginPort = origin?.id ?? null
  sent.shipmentDestination = destination?.id ?? null
  if (code && 'other' in code) sent.otherReferenceUsed = code.other
  const fields = checkedFields(cells, sent, { client, isPast })
  const add = (field: string, message: string) => cells.refuse(field, message)
  if (!isPast) valueRequired(fields, add)
  if (!isPast && destination?.amazon) amazonRule(fields, add)
  if (isPast && cells.text('created') === '') cells.refuse('created', REQUIRED)
  const created = createdAt(cells, now)
  const entries = readEntries(cells, references, created)
  const confirmation = readConfirmationCells(cells, references)
  const inCharge = inChargeOf(cells, references)
  if (cells.problems.size > 0 || !client) return null
  const more = {
    userId: client.id,
    ...originColumns(
      originKind(sent as { transportationMode: number; shipmentTradeTerms: number }),
      origin?.id ?? null,
    ),
    cityName: origin?.name ?? '',
    cartageName: destination?.name ?? '',
    createdAt: created,
    inChargeId: inCharge?.id ?? null,
  }
  return { order: columnsOf(fields, more), code, confirmation, entries }
}
