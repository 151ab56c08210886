import { z } from 'zod'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { noSuch, REQUIRED } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import type { OfferOption, OfferOptionInput } from '#contract/offers/offers.ts'
import { originKind } from '#contract/orders/origin.ts'
import { depotQuoteInput, pickUpQuoteInput, type QuoteLine } from '#contract/quotes/quotes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, fieldsUnder, invalid } from '#server/errors.ts'
import { priceShipment } from '#server/pricing/price-shipment.ts'
import type { QuotedShipment } from '#server/quotes/keep-quote.ts'

/** An option as it is stored. USD and days. */
export interface PricedOption {
  quoteId: number | null
  label: string
  mode: TransportationMode
  inputs: Record<string, unknown>
  lines: QuoteLine[]
  price: number | null
  manual: boolean
  missing: string | null
  days: number | null
}

const terms = z.object({ shipmentTradeTerms: f.oneOf(Object.values(TradeTerms)) })
const ofContainer = z.object({
  origin: f.optionalId(),
  cartageId: f.optionalId(),
  volume: f.optionalDecimal(3, { above: 0 }),
  weight: f.optionalDecimal(3, { above: 0 }),
})

/** Throws the errors of a schema at the fields of `inputs`. */
function parsed<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const read = schema.safeParse(sent)
  if (read.success) return read.data
  throw invalid(
    Object.fromEntries(Object.entries(fieldErrors(read.error)).map(([field, message]) => [`inputs.${field}`, message])),
  )
}

/** The shipment of LCL inputs, as the calculator takes it. Throws 400 at `inputs.…`. */
export function shipmentIn(inputs: Record<string, unknown>): {
  shipment: QuotedShipment
  inputs: Record<string, unknown>
} {
  const { shipmentTradeTerms } = parsed(terms, inputs)
  const pickUp = originKind({ shipmentTradeTerms }) === 'location'
  const { userId: _, ...read } = pickUp ? parsed(pickUpQuoteInput, inputs) : parsed(depotQuoteInput, inputs)
  const { cartageId, weight, cbm, insurance, cargoInsurance, customsBrokerage } = read
  const originId = 'pickUpLocationId' in read ? read.pickUpLocationId : read.depotId
  const flags = { cargoInsurance, customsBrokerage }
  return {
    inputs: { shipmentTradeTerms, ...read },
    shipment: { shipmentTradeTerms, originId, cartageId, weight, volume: cbm, value: insurance ?? 0, ...flags },
  }
}

/** The inputs of a kept quote, as the calculator's body names them. Throws 400 at `quoteId`. */
async function inputsOfQuote(tx: Tx, id: number): Promise<Record<string, unknown>> {
  const quote = await tx
    .selectFrom('quotes')
    .select('inputs')
    .where('id', '=', id)
    .where('kind', '=', 'instant')
    .executeTakeFirst()
  if (!quote) throw invalid({ quoteId: noSuch('quote') })
  const { volume, insurance, ...inputs } = quote.inputs
  return { ...inputs, cbm: volume, insurance: insurance === 0 ? null : insurance }
}

async function priceLcl(tx: Tx, option: OfferOptionInput): Promise<PricedOption> {
  const { quoteId, price, days } = option
  const given = option.inputs ?? (quoteId === null ? {} : await inputsOfQuote(tx, quoteId))
  if (quoteId !== null && option.inputs) await inputsOfQuote(tx, quoteId)
  const { shipment, inputs } = shipmentIn(given)
  const { lane, quote, missing } = await priceShipment(tx, shipment)
  const calculated = quote?.amzlclCost ?? null
  const manual = price !== null && price !== calculated
  const origin = lane.location?.name ?? lane.depot?.name ?? ''
  return {
    quoteId,
    label: option.label || `${origin} → ${lane.cartage?.name ?? ''}`,
    mode: TransportationMode.LCL,
    inputs,
    lines: manual ? [] : (quote?.lines ?? []),
    price: price ?? calculated,
    manual,
    missing: price === null ? missing : null,
    days: days ?? (lane.delivery || null),
  }
}

async function priceFcl(
  tx: Tx,
  { quoteId, label, inputs: sent, price, days }: OfferOptionInput,
): Promise<PricedOption> {
  if (label === '') throw invalid({ label: REQUIRED })
  const inputs = parsed(ofContainer, sent ?? {})
  const [port, cartage] = [
    inputs.origin === null
      ? true
      : await tx.selectFrom('ports').select('id').where('id', '=', inputs.origin).executeTakeFirst(),
    inputs.cartageId === null
      ? true
      : await tx.selectFrom('cartages').select('id').where('id', '=', inputs.cartageId).executeTakeFirst(),
  ]
  if (!port) throw invalid({ 'inputs.origin': noSuch('port') })
  if (!cartage) throw invalid({ 'inputs.cartageId': noSuch('cartage') })
  const missing = price === null ? 'No price was typed yet.' : null
  return { quoteId, label, mode: TransportationMode.FCL, inputs, lines: [], price, manual: true, missing, days }
}

/** Prices the options of an offer at today's rates; typed prices count. Throws 400 at `options.0.…`. */
export async function priceOptions(tx: Tx, options: readonly OfferOptionInput[]): Promise<PricedOption[]> {
  const priced: PricedOption[] = []
  const errors: Record<string, string> = {}
  for (const [index, option] of options.entries()) {
    try {
      const isLcl = option.mode === TransportationMode.LCL
      priced.push(isLcl ? await priceLcl(tx, option) : await priceFcl(tx, option))
    } catch (error) {
      const named = fieldsUnder(`options.${index}`, error)
      if (named === error || !(named instanceof AppError)) throw error
      Object.assign(errors, named.data)
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return priced
}

/** A calculated option at today's price; without one, and saying why, if its shipment fits the calculator no more. */
async function priceAgain(tx: Tx, option: PricedOption): Promise<PricedOption> {
  try {
    return await priceLcl(tx, { ...option, id: null, mode: TransportationMode.LCL, price: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...option, lines: [], price: null, missing: error.message }
  }
}

/** The options of an earlier offer for a new one: calculated ones at today's prices, typed prices as they were. */
export async function repriceOptions(tx: Tx, options: readonly OfferOption[]): Promise<PricedOption[]> {
  const priced: PricedOption[] = []
  for (const { id: _, position: _at, currency: _usd, chosen: _chosen, mode, ...kept } of options) {
    const isLcl = mode === TransportationMode.LCL
    const option = { ...kept, quoteId: null, mode: isLcl ? TransportationMode.LCL : TransportationMode.FCL }
    priced.push(isLcl && !option.manual ? await priceAgain(tx, option) : option)
  }
  return priced
}
