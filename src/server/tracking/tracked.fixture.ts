import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { TrackedDates, TrackedOrder } from './tracked.ts'

export const NO_DATES: TrackedDates = {
  cargoCutOffAt: null,
  documentationCutOffAt: null,
  estimatedDeparture: null,
  actualDeparture: null,
  estimatedArrival: null,
  actualArrival: null,
}

/** 00:00 UTC of a day. */
export const at = (day: string) => `${day}T00:00:00.000Z`

/** An LCL order that its supplier drops off, just booked. */
export const freshOrder = (values: Partial<TrackedOrder> = {}): TrackedOrder => ({
  trackingCode: 'ABCD12345678',
  status: OrderStatus.IN_PROGRESS,
  transportationMode: TransportationMode.LCL,
  shipmentTradeTerms: TradeTerms.DROP_OFF,
  createdAt: '2027-02-01T10:00:00.000Z',
  cityName: 'Ningbo CFS',
  cartageName: 'CFS Calgary',
  lastEventPublicStatus: null,
  lastEventTime: null,
  lastEventMilestone: null,
  reached: [],
  portOfLoading: '',
  portOfDischarge: '',
  placeOfDelivery: '',
  confirmation: null,
  sailing: null,
  datesAt: '2027-02-01T10:00:00.000Z',
  carriage: null,
  pickUp: null,
  ...values,
})

const CUT_OFFS = { cargoCutOffAt: '2027-02-20T16:00:00.000Z', documentationCutOffAt: '2027-02-19T12:00:00.000Z' }
const FIRST = { ...NO_DATES, ...CUT_OFFS, estimatedDeparture: at('2027-03-03'), estimatedArrival: at('2027-03-20') }

/** A fresh order on a sailing from Ningbo to Vancouver: Mar 3 to Mar 20, and on to Calgary by Mar 25. */
export const sailingOrder = (values: Partial<TrackedOrder> = {}, now: Partial<TrackedDates> = {}): TrackedOrder => {
  const dates = { ...FIRST, ...now }
  return freshOrder({
    portOfLoading: 'Ningbo',
    portOfDischarge: 'Vancouver',
    placeOfDelivery: 'Calgary',
    confirmation: { ...dates, placeEstimatedArrival: at('2027-03-25'), placeActualArrival: null },
    sailing: { now: dates, first: FIRST },
    ...values,
  })
}
