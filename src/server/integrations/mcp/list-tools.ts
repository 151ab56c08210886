import { TradeTerms } from '#contract/codes/order-codes.ts'
import { OFFER_FILTERS } from '#contract/offers/offer-filters.ts'
import { offers } from '#contract/offers/offers.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { listQueue } from '#server/attention/read-items.ts'
import { invalid } from '#server/errors.ts'
import { offerStore } from '#server/offers/offer-store.ts'
import { priceShipment } from '#server/pricing/price-shipment.ts'
import { readListQuery } from '#server/resource/paged-list.ts'
import { sailingStore } from '#server/sailings/sailing-store.ts'
import { type Does, pageOf } from './caller.ts'

/** Lists the queue, the most urgent first. */
export const listAttention: Does<'list_attention'> = async ({ rule, owner, limit }, caller) => {
  const whose = owner === 'me' ? [caller.userId] : owner === 'nobody' ? ('none' as const) : null
  const filter = { rule: rule ?? null, owner: whose, claimedBy: null, snoozed: false }
  const page = await caller.read((from) => listQueue(from, { page: 1, perPage: limit }, filter))
  return {
    items: page.items.map((item) => ({
      id: item.id,
      rule: item.rule,
      severity: item.severity,
      dueAt: item.dueAt,
      orderId: item.orderId,
      trackingCode: item.trackingCode,
      url: pageOf(caller, item.orderId === null ? 'today' : `orders/${item.orderId}`),
      inCharge: item.inCharge?.name ?? null,
      writtenByOthers: { company: item.companyName, facts: item.detail },
    })),
    more: page.totalCount > page.items.length,
  }
}

/** Lists sailings by their next cut-off. */
export const listSailings: Does<'list_sailings'> = async ({ search, status, limit }, caller) => {
  const { db, config } = caller.services
  const sent = {
    per_page: String(limit),
    'order[nextCutOffAt]': 'asc',
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
  }
  const query = readListQuery(sent, sailings)
  const page = await caller.read((from) => sailingStore(db, config).list(query, from))
  return {
    items: page.items.map((row) => ({
      ...row,
      vessel: row.vessel.name,
      orders: row.orderCount,
      url: pageOf(caller, `sailings/${row.id}`),
    })),
    more: page.totalCount > page.items.length,
  }
}

/** Lists offers, the newest first. */
export const listOffers: Does<'list_offers'> = async ({ search, state, limit }, caller) => {
  const { db, config } = caller.services
  const sent = {
    per_page: String(limit),
    'order[id]': 'desc',
    ...(search ? { search } : {}),
    ...(state ? { 'f.state': `is:${state}` } : {}),
  }
  const query = readListQuery(sent, { ...offers, filters: OFFER_FILTERS })
  const page = await caller.read((from) => offerStore(db, config).list(query, from))
  return {
    items: page.items.map(({ name, company, owner, options, ...row }) => ({
      ...row,
      url: pageOf(caller, `offers/${row.id}`),
      owner: owner.name,
      prices: options.map(({ label, price }) => ({ label, price })),
      writtenByOthers: { name, company },
    })),
    more: page.totalCount > page.items.length,
  }
}

const TERMS = { 'pick-up': TradeTerms.PICK_UP, 'drop-off': TradeTerms.DROP_OFF, fob: TradeTerms.FOB } as const

/** Calculates the price of a shipment today. Nothing of it is kept. */
export const calculateQuote: Does<'calculate_quote'> = async (input, caller) => {
  const { terms, originId, cartageId, weightKg, volumeCbm, valueUsd, cargoInsurance, customsBrokerage } = input
  if ((cargoInsurance || customsBrokerage) && valueUsd === undefined)
    throw invalid({ valueUsd: 'Insurance and brokerage need the value' })
  const shipment = {
    shipmentTradeTerms: TERMS[terms],
    originId,
    cartageId,
    weight: weightKg,
    volume: volumeCbm,
    value: valueUsd ?? 0,
    cargoInsurance,
    customsBrokerage,
  }
  const { quote, missing } = await priceShipment(caller.services.db, shipment)
  if (!quote) throw invalid({ originId: missing })
  return quote
}
