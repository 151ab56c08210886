import { z } from 'zod'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { fieldErrors, withRules } from '#contract/lib/rules.ts'
import { type KeptQuote, type Offer, type OfferOption, offerOptionInput, offers } from '#contract/offers/offers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { originKind } from '#contract/orders/origin.ts'
import { depotQuoteInput, pickUpQuoteInput } from '#contract/quotes/quotes.ts'
import { DEFAULT_TERMS } from '#web/features/quotes/shared/shipment-values.ts'
import { instantsOf, timesRule, typedDateFields, typedDates } from '#web/lib/saving/typed-dates.ts'

export const VALID_UNTIL = { times: ['validUntil'], days: [] }

/** What an option prices, named as the server does, so that its messages find their fields. */
export const optionInputs = z.object({
  shipmentTradeTerms: z.number(),
  pickUpLocationId: z.number().nullable(),
  depotId: z.number().nullable(),
  cartageId: z.number().nullable(),
  cbm: z.string(),
  weight: z.string(),
  insurance: z.string(),
  cargoInsurance: z.boolean(),
  customsBrokerage: z.boolean(),
  /** The port of a container, and its volume. */
  origin: z.number().nullable(),
  volume: z.string(),
})
export type OptionInputs = z.infer<typeof optionInputs>

const { clientId, name, company, email, ownerId, orderId, note } = offers.input.shape
const optionForm = offerOptionInput.extend({ key: z.string(), inputs: optionInputs })
const { options } = z.object({ options: z.array(optionForm) }).shape

/** The form of a draft, with the contract's messages. */
export const offerForm = withRules(
  z.object({ clientId, name, company, email, ownerId, orderId, note, options, ...typedDateFields(VALID_UNTIL) }),
  (value, add) => {
    timesRule(VALID_UNTIL, value, add)
    if (!value.clientId && !value.orderId && value.name === '') add('name', REQUIRED)
    for (const [at, option] of (value.options ?? []).entries())
      for (const [field, message] of Object.entries(optionErrors(option))) add(`options.${at}.${field}`, message)
  },
)
export type OfferFormValues = z.input<typeof offerForm>
export type OptionValues = OfferFormValues['options'][number]

/** What is wrong with what an option prices, and with its label. */
function optionErrors({ mode, label, inputs }: z.output<typeof optionForm>): Record<string, string> {
  if (mode === TransportationMode.FCL) return label === '' ? { label: REQUIRED } : {}
  const read = (isPickUp(inputs) ? pickUpQuoteInput : depotQuoteInput).safeParse(inputs)
  if (read.success) return {}
  return Object.fromEntries(Object.entries(fieldErrors(read.error)).map(([field, why]) => [`inputs.${field}`, why]))
}

export const isPickUp = ({ shipmentTradeTerms }: Pick<OptionInputs, 'shipmentTradeTerms'>) =>
  originKind({ shipmentTradeTerms }) === 'location'

export const NO_INPUTS: OptionInputs = {
  shipmentTradeTerms: DEFAULT_TERMS,
  pickUpLocationId: null,
  depotId: null,
  cartageId: null,
  cbm: '',
  weight: '',
  insurance: '',
  cargoInsurance: false,
  customsBrokerage: false,
  origin: null,
  volume: '',
}

let made = 0
export const newKey = () => `option ${++made}`

/** A new option. It begins with the shipment of the one before it, which it is an alternative to. */
export const newOption = (mode: TransportationMode, before?: OptionValues): OptionValues => ({
  key: newKey(),
  id: null,
  quoteId: null,
  label: '',
  mode,
  inputs: before ? converted(before.inputs, mode) : NO_INPUTS,
  price: '',
  days: '',
})

/** The inputs of an option whose mode changes: what both modes ask for stays. */
export const converted = (inputs: OptionInputs, mode: TransportationMode): OptionInputs =>
  mode === TransportationMode.FCL
    ? { ...inputs, volume: inputs.volume || inputs.cbm }
    : { ...inputs, cbm: inputs.cbm || inputs.volume }

const text = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : '')
const id = (value: unknown) => (typeof value === 'number' ? value : null)

/** Inputs as an offer or a kept quote has them, as typed. */
function typedInputs(stored: Record<string, unknown>): OptionInputs {
  const terms = Object.values(TradeTerms).find((each) => each === stored.shipmentTradeTerms)
  return {
    shipmentTradeTerms: terms ?? DEFAULT_TERMS,
    pickUpLocationId: id(stored.pickUpLocationId),
    depotId: id(stored.depotId),
    cartageId: id(stored.cartageId),
    cbm: text(stored.cbm ?? stored.volume),
    weight: text(stored.weight),
    insurance: stored.insurance === 0 ? '' : text(stored.insurance),
    cargoInsurance: stored.cargoInsurance === true,
    customsBrokerage: stored.customsBrokerage === true,
    origin: id(stored.origin),
    volume: text(stored.volume),
  }
}

/** An option with the shipment of a kept quote. */
export const optionOfQuote = (quote: KeptQuote): OptionValues => ({
  ...newOption(TransportationMode.LCL),
  quoteId: quote.id,
  inputs: typedInputs(quote.inputs),
})

const optionValues = ({ id, quoteId, label, mode, inputs, price, manual, days }: OfferOption): OptionValues => ({
  key: newKey(),
  id,
  quoteId,
  label,
  mode: mode === TransportationMode.FCL ? TransportationMode.FCL : TransportationMode.LCL,
  inputs: typedInputs(inputs),
  // A calculated price is calculated again.
  price: manual ? text(price) : '',
  days: mode === TransportationMode.FCL ? text(days) : '',
})

/** Whom a new offer is for, and what it begins with. */
export interface Addressed {
  clientId?: number | undefined
  orderId?: number | undefined
  /** The quote request that it prices. */
  request?: Order | undefined
}

/** The container that a quote request asks for. Its price is left to be typed. */
const optionOfRequest = (order: Order): OptionValues => {
  const { shipmentOriginPort, shipmentDestination, shipmentVolume, shipmentWeight, cityName, cartageName } = order
  const inputs = {
    origin: shipmentOriginPort,
    cartageId: shipmentDestination,
    volume: shipmentVolume,
    weight: shipmentWeight,
  }
  return {
    ...newOption(TransportationMode.FCL),
    label: cityName && cartageName ? `${cityName} → ${cartageName}`.slice(0, 100) : '',
    inputs: typedInputs(inputs),
  }
}

/** What a new offer begins with. */
function firstOption({ orderId, request }: Addressed): OptionValues {
  if (request) return optionOfRequest(request)
  return newOption(orderId ? TransportationMode.FCL : TransportationMode.LCL)
}

/** The form as it opens: of a draft, or of a new offer. */
export const offerValues = (offer: Offer | null, timeZone: string, of: Addressed = {}): OfferFormValues => ({
  clientId: offer?.clientId ?? of.clientId ?? null,
  name: offer?.name ?? '',
  company: offer?.company ?? '',
  email: offer?.email ?? '',
  ownerId: offer?.ownerId ?? null,
  orderId: offer?.orderId ?? of.orderId ?? null,
  note: offer?.note ?? '',
  options: offer?.options.map(optionValues) ?? [firstOption(of)],
  ...typedDates(offer, VALID_UNTIL, timeZone),
})

/** The inputs that the server knows for the option's mode. */
export function sentInputs(mode: number, inputs: OptionInputs): Record<string, unknown> {
  const { origin, volume, cbm, insurance, pickUpLocationId, depotId, shipmentTradeTerms, ...both } = inputs
  const { cartageId, weight } = both
  if (mode === TransportationMode.FCL) return { origin, cartageId, volume, weight }
  const from = isPickUp(inputs) ? { pickUpLocationId } : { depotId }
  return { shipmentTradeTerms, ...from, ...both, cbm, insurance }
}

/** The body that the form sends. The time until which it is valid is sent only if it was changed: else it stays the usual one. */
export function sentOffer(values: z.output<typeof offerForm>, opened: OfferFormValues, timeZone: string) {
  const { clientId, name, company, email, ownerId, orderId, note, options } = values
  const typed = (from: Record<string, unknown>) => instantsOf(from, VALID_UNTIL, timeZone).validUntil ?? null
  const validUntil = typed(values)
  return {
    clientId,
    orderId,
    name,
    company,
    email,
    note,
    ...(ownerId === null ? {} : { ownerId }),
    ...(validUntil === typed(opened) ? {} : { validUntil }),
    options: options.map(({ key: _, inputs, ...option }) => ({ ...option, inputs: sentInputs(option.mode, inputs) })),
  }
}
