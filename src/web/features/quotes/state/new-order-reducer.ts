import type { z } from 'zod'
import { type TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { changed, type Errors, hasErrors } from '#web/features/quotes/shared/form-state.ts'
import type { ShipmentValues } from '#web/features/quotes/shared/shipment-values.ts'
import { withChosen, without } from './copy.ts'
import {
  type Answer,
  bookableKey,
  bookingErrors,
  manualOf,
  mayBook,
  type NewOrderState,
  type PanelKey,
  panelErrors,
  panelsOf,
  panelWith,
  requestErrors,
  shipmentErrors,
} from './new-order-state.ts'
import type { BookingValues, newOrderDraft, OverrideValues, RequestValues } from './new-order-values.ts'

/** Actions on the new-order screen. `amazon`: the destination is an Amazon cartage. */
export type NewOrderAction =
  | { type: 'chooseTerms'; terms: TradeTerms }
  | { type: 'chooseMode'; mode: TransportationMode }
  | { type: 'restore'; draft: z.infer<typeof newOrderDraft> }
  /** The origins of the chosen terms have loaded. */
  | { type: 'originsLoaded'; ids: readonly number[] }
  /** The chosen destination is not offered. */
  | { type: 'destinationGone' }
  | { type: 'copyConfirmation'; on: boolean }
  | { type: 'changeShipment'; change: Partial<ShipmentValues> }
  /** Shows the errors that keep the calculator from answering. */
  | { type: 'showShipmentErrors' }
  | { type: 'priced'; answer: Answer }
  | { type: 'changeRate'; change: Partial<Pick<OverrideValues, 'on' | 'rate'>> }
  /** Shows the errors of shipment and manual rate. */
  | { type: 'checkShipment' }
  | { type: 'book'; amazon: boolean }
  | { type: 'openPanels'; open: readonly string[] }
  | { type: 'continue'; panel: PanelKey; amazon: boolean }
  | { type: 'changeBooking'; change: Partial<BookingValues> }
  | { type: 'checkBooking'; amazon: boolean }
  /** Server messages at fields of the booking. */
  | { type: 'bookingRefused'; errors: Errors }
  | { type: 'changeRequest'; change: Partial<RequestValues> }
  | { type: 'checkRequest' }
  | { type: 'requestRefused'; errors: Errors }
  /** Switches to the quote request, keeping typed values. */
  | { type: 'requestInstead' }

/** The next state of the screen. */
export function newOrderReducer(state: NewOrderState, action: NewOrderAction): NewOrderState {
  switch (action.type) {
    case 'chooseTerms':
      return {
        ...state,
        terms: action.terms,
        shipment: changed(state.shipment, { origin: 0 }),
        copy: withChosen(state.copy, ['origin']),
      }
    case 'chooseMode':
      return { ...state, mode: action.mode }
    case 'restore':
      return restored(state, action.draft)
    case 'originsLoaded':
      return withOrigin(state, action.ids)
    case 'destinationGone':
      return withoutDestination(state)
    case 'copyConfirmation':
      return { ...state, copy: state.copy && { ...state.copy, withConfirmation: action.on } }
    case 'changeShipment':
      return {
        ...state,
        shipment: changed(state.shipment, action.change),
        copy: withChosen(state.copy, Object.keys(action.change)),
      }
    case 'showShipmentErrors':
      return { ...state, shipment: { ...state.shipment, errors: shipmentErrors(state) } }
    case 'priced':
      return { ...state, answer: action.answer }
    case 'changeRate':
      return { ...state, manual: { ...manualOf(state).override, ...action.change } }
    case 'checkShipment':
      return checkedShipment(state)
    case 'book':
      return mayBook(state) ? begun(state, action.amazon) : checkedShipment(state)
    case 'openPanels':
      return { ...state, panels: action.open }
    case 'continue':
      return continued(state, action)
    case 'changeBooking':
      return { ...state, booking: changed(state.booking, action.change) }
    case 'checkBooking':
      return bookingWith(state, bookingErrors(state, action.amazon))
    case 'bookingRefused':
      return bookingWith(state, action.errors)
    case 'changeRequest':
      return {
        ...state,
        request: changed(state.request, action.change),
        copy: withChosen(state.copy, Object.keys(action.change)),
      }
    case 'checkRequest':
      return { ...state, request: { ...state.request, errors: requestErrors(state) } }
    case 'requestRefused':
      return { ...state, request: { ...state.request, errors: action.errors } }
    case 'requestInstead':
      return requestInstead(state)
  }
}

function restored(state: NewOrderState, draft: z.infer<typeof newOrderDraft>): NewOrderState {
  const { terms, mode, shipment, override, booking, request } = draft
  return {
    ...state,
    terms,
    mode,
    shipment: { values: shipment, errors: {} },
    manual: override,
    booking: { values: booking, errors: {} },
    request: { values: request, errors: {} },
    copy: null,
  }
}

/** Replaces an origin that is not offered by the first one; after a copy, staff choose another. */
function withOrigin(state: NewOrderState, ids: readonly number[]): NewOrderState {
  const origin = ids[0] ?? 0
  const { values } = state.shipment
  if (ids.includes(values.origin) || values.origin === origin) return state
  if (state.copy?.gone.includes('origin')) return state
  if (state.copy && values.origin !== 0)
    return { ...state, shipment: changed(state.shipment, { origin: 0 }), copy: without(state.copy, 'origin') }
  return { ...state, shipment: changed(state.shipment, { origin }) }
}

const withoutDestination = (state: NewOrderState): NewOrderState => ({
  ...state,
  shipment: changed(state.shipment, { destination: 0 }),
  request: changed(state.request, { destination: null }),
  copy: without(state.copy, 'destination'),
})

const checkedShipment = (state: NewOrderState): NewOrderState => ({
  ...state,
  shipment: { ...state.shipment, errors: shipmentErrors(state) },
  rateChecked: manualOf(state).override.lane,
})

/** Opens the accordion; a destination that is not Amazon's leaves the Amazon panel for the last. */
function begun(state: NewOrderState, amazon: boolean): NewOrderState {
  const panels =
    amazon || !state.panels.includes('amazon')
      ? state.panels
      : [...state.panels.filter((key) => key !== 'amazon'), 'request']
  return { ...checkedShipment(state), bookedKey: bookableKey(state), panels }
}

/** Goes on to the next panel if this one is valid. */
function continued(state: NewOrderState, { panel, amazon }: { panel: PanelKey; amazon: boolean }): NewOrderState {
  const panels = panelsOf(amazon)
  const index = panels.findIndex(({ key }) => key === panel)
  const errors = panelErrors(state, panel)
  const next = panels[index + 1]
  if (hasErrors(errors) || !next) return bookingWith(state, errors)
  return { ...state, panels: [...state.panels.filter((key) => key !== panel), next.key] }
}

/** The booking with these messages, and the panel of the first one open. */
function bookingWith(state: NewOrderState, errors: Errors): NewOrderState {
  const failed = panelWith(errors)
  const panels = failed && !state.panels.includes(failed) ? [...state.panels, failed] : state.panels
  return { ...state, booking: { ...state.booking, errors }, panels }
}

function requestInstead(state: NewOrderState): NewOrderState {
  const { destination, volume, weight } = state.shipment.values
  const request = changed(state.request, { destination: destination || null, volume, weight })
  return { ...state, request, mode: TransportationMode.FCL }
}
