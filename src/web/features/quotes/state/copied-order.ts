import type { Client } from '#contract/clients/clients.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { textsForRequest } from '#contract/orders/bookings.ts'
import { COPIED_FIELDS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { type NewOrderState, newOrderOf } from './new-order-state.ts'

const asTyped = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/**
 * The screen's state for a copy of an earlier order: its shipment and shipper, without price, dates and
 * references. The contact is the client as of today.
 */
export function copiedOrder(client: Client, order: Order): NewOrderState {
  const state = newOrderOf(client)
  const lcl = order.transportationMode === TransportationMode.LCL
  const measures = { volume: asTyped(order.shipmentVolume), weight: asTyped(order.shipmentWeight) }
  return {
    ...state,
    mode: lcl ? TransportationMode.LCL : TransportationMode.FCL,
    // the cast: the contract has an integer
    terms: lcl ? (order.shipmentTradeTerms as NewOrderState['terms']) : state.terms,
    shipment: {
      values: {
        ...measures,
        origin: (lcl && order.shipmentOriginPort) || 0,
        destination: order.shipmentDestination ?? 0,
        value: asTyped(order.shipmentValue),
        cargoInsurance: order.cargoInsurance,
        customBrokerage: order.customBrokerage,
      },
      errors: {},
    },
    booking: {
      values: {
        ...state.booking.values,
        ...Object.fromEntries(COPIED_FIELDS.map((field) => [field, asTyped(order[field])])),
      },
      errors: {},
    },
    request: {
      values: {
        ...state.request.values,
        ...measures,
        origin: lcl ? null : order.shipmentOriginPort,
        destination: order.shipmentDestination,
        ...textsForRequest(order),
      },
      errors: {},
    },
    copy: {
      orderId: order.id,
      code: formatTrackingCode(trackingCodeOf(order)),
      origin: order.cityName,
      destination: order.cartageName,
      gone: [],
      withConfirmation: order.bookingConfirmation ? true : null,
    },
  }
}
