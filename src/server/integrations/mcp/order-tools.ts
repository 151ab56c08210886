import { TransportationMode } from '#contract/codes/order-codes.ts'
import { STATUS_WORDS } from '#contract/integrations/mcp/rows.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { invalid, notFound } from '#server/errors.ts'
import { historyOf } from '#server/orders/history.ts'
import { listNarrowed, listOrders, searchOrders } from '#server/orders/list/list-orders.ts'
import { isNarrowed, readOrderQuery } from '#server/orders/list/order-query.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { publicFacts } from '#server/tracking/facts.ts'
import { readTracked } from '#server/tracking/read-tracked.ts'
import { type Caller, type Does, pageOf } from './caller.ts'

/** Latest entries of the history that an assistant gets. */
const MOST_ENTRIES = 30

const statusNumber = (words: string) => Object.entries(STATUS_WORDS).find(([, each]) => each === words)?.[0] ?? ''
const statusWords = (status: number) => Object.entries(STATUS_WORDS).find(([each]) => each === String(status))?.[1]

function toldOrder(row: OrderListItem, caller: Caller) {
  return {
    id: row.id,
    trackingCode: `${row.hashSum}${row.customCode}`,
    url: pageOf(caller, `orders/${row.id}`),
    status: statusWords(row.status) ?? 'in progress',
    origin: row.cityName,
    destination: row.cartageName,
    volumeCbm: row.shipmentVolume,
    lastEvent: row.lastEventName,
    lastEventAt: row.lastEventTime,
    inChargeId: row.inChargeId,
    writtenByClient: { client: row.username, company: row.companyName, contact: row.yourName },
  }
}

/** Finds orders as the list does. */
export const findOrders: Does<'find_orders'> = async (input, caller) => {
  const sent: Record<string, string> = { per_page: String(input.limit), 'order[created]': 'desc' }
  if (input.search) sent.search = input.search
  if (input.status) sent['f.status'] = `is:${statusNumber(input.status)}`
  if (input.milestone) sent['f.milestone'] = `is:${input.milestone}`
  if (input.company) sent['f.company'] = `has:${input.company.replaceAll('%', '%25').replaceAll(',', '%2C')}`
  const { query, narrowing } = readOrderQuery(sent, caller.userId)
  const { timeZone } = caller.services.config
  const page = await caller.read((from) => {
    if (isNarrowed(narrowing)) return listNarrowed(from, query, narrowing, { timeZone })
    return query.search === '' ? listOrders(from, query) : searchOrders(from, query.search, query)
  })
  return { items: page.items.map((row) => toldOrder(row, caller)), more: page.totalCount > page.items.length }
}

async function idOf({ id, trackingCode }: { id?: number; trackingCode?: string }, caller: Caller): Promise<number> {
  if (id !== undefined && trackingCode === undefined) return id
  if (trackingCode === undefined || id !== undefined) throw invalid({ id: 'Send the id or the tracking code' })
  const code = parseTrackingCode(trackingCode)
  const found = await caller.services.db
    .selectFrom('orders')
    .select('id')
    .where('trackingCode', '=', code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('Order')
  return found.id
}

/** One order with the known facts of its way. */
export const getOrder: Does<'get_order'> = async (input, caller) => {
  const { services } = caller
  const orderId = await idOf(input, caller)
  const [order, history, loading] = await Promise.all([
    readOrder(services.db, orderId),
    historyOf(services.db, services.config, orderId),
    services.db
      .selectFrom('loadings as l')
      .innerJoin('sailings as s', 's.id', 'l.sailingId')
      .select(['s.id', 's.reference'])
      .where('l.orderId', '=', orderId)
      .executeTakeFirst(),
  ])
  const { bookingConfirmation: dates } = order
  const entries = history.filter(({ withdrawnAt }) => withdrawnAt === null).slice(0, MOST_ENTRIES)
  const { writtenByClient, ...row } = toldOrder(order, caller)
  return {
    ...row,
    mode: order.transportationMode === TransportationMode.FCL ? 'FCL' : 'LCL',
    weightKg: order.shipmentWeight,
    bookedAt: new Date(order.created * 1000).toISOString(),
    vessel: dates?.vessel?.name ?? '',
    voyage: dates?.vesselVoyage ?? '',
    portOfLoading: { port: dates?.portOfLoading ?? '', name: dates?.placeNames.portOfLoading ?? '' },
    portOfDischarge: { port: dates?.portOfDischarge ?? '', name: dates?.placeNames.portOfDischarge ?? '' },
    cargoCutOffAt: dates?.cargoCutOffAt ?? null,
    etd: dates?.estimatedTimeOfDepartureAt ?? null,
    atd: dates?.actualTimeOfDepartureAt ?? null,
    portEta: dates?.portEstimatedTimeOfArrivalAt ?? null,
    portAta: dates?.portActualTimeOfArrivalAt ?? null,
    sailing: loading ? { ...loading, url: pageOf(caller, `sailings/${loading.id}`) } : null,
    history: entries.map(({ id, event, date, milestone, user, comment }) => ({
      id,
      event: event.name,
      at: date,
      milestone,
      by: user?.username ?? null,
      comment,
    })),
    writtenByClient: {
      ...writtenByClient,
      shipper: order.companyNameShipper,
      description: order.shipmentDescription,
      purchaseOrder: order.shipmentPurchase,
      additionalInformation: order.additionalInformation,
    },
  }
}

/** The client's view of an order. */
export const track: Does<'track'> = async ({ trackingCode }, caller) => {
  const code = parseTrackingCode(trackingCode)
  const order = code.length === CODE_LENGTH ? await caller.read((from) => readTracked(from, code)) : null
  if (!order) throw notFound('Order')
  const { timeZone } = caller.services.config
  const facts = publicFacts(order, { now: new Date(), timeZone })
  return { ...facts, status: statusWords(facts.status) ?? 'in progress', cargoCutOffAt: facts.cargoCutOff?.at ?? null }
}
