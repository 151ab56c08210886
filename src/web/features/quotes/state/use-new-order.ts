import { useRouter } from '@tanstack/react-router'
import {
  type Dispatch,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Client } from '#contract/clients/clients.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { KeptQuote } from '#contract/offers/offers.ts'
import { type BookingForm, bookingForm, quoteRequestInput } from '#contract/orders/bookings.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { refreshClients } from '#web/features/clients/shared/clients.ts'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { type Errors, fieldsOf, hasErrors } from '#web/features/quotes/shared/form-state.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showAdded, showError } from '#web/lib/feedback/toast.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { hasUnread, readFields } from '#web/lib/saving/unread-fields.ts'
import { focusFirstError } from '#web/lib/saving/use-form.ts'
import { useSending } from '#web/lib/saving/use-sending.ts'
import { copiedOrder } from './copied-order.ts'
import { sendBooking, sendQuoteRequest } from './new-order-queries.ts'
import { type NewOrderAction, newOrderReducer } from './new-order-reducer.ts'
import {
  bookingBody,
  isBooking,
  manualOf,
  mayBook,
  type NewOrderState,
  newOrderOf,
  type PanelKey,
  requestBody,
  shipmentErrors,
} from './new-order-state.ts'
import { reopenedQuote } from './reopened-quote.ts'
import { useLane } from './use-lane.ts'
import { useNewOrderDraft } from './use-new-order-draft.ts'
import { usePricing } from './use-pricing.ts'

const BOOKED = 'New order was created'
const REQUESTED = 'Quote Request was added successfully'
const NOT_PRICED = 'The cost for this shipment value has not been calculated yet. Please check it before you send.'

/** The state of the new-order screen and its actions. */
export function useNewOrder(client: Client, copied: Order | null) {
  const [opened] = useState(() => (copied ? copiedOrder(client, copied) : newOrderOf(client)))
  const [state, dispatch] = useReducer(newOrderReducer, opened)
  const section = useRef<HTMLElement>(null)
  const lane = useLane(state, dispatch)
  const pricing = usePricing(state, dispatch)
  usePriceOfCopy(state, lane, pricing)
  const draft = useNewOrderDraft(state, opened, dispatch)
  const leave = useLeave(client.id)
  const done = (message: string, made: Order) => {
    draft.finish()
    return leave(message, made)
  }
  const booking = useBooking({ state, dispatch, pricing, amazon: lane.amazon, section }, (made) => done(BOOKED, made))
  const request = useRequest(state, dispatch, (made) => done(REQUESTED, made))
  return {
    state,
    dispatch,
    lane,
    pricing,
    booking,
    request,
    draft,
    manual: manualOf(state),
    shipment: fieldsOf(state.shipment, (change) => dispatch({ type: 'changeShipment', change })),
    /** The section that Calculate, Book and Send check. */
    section,
    calculate: () => {
      if (hasErrors(shipmentErrors(state))) focusFirstError(section.current)
      pricing.ask()
    },
    requestInstead: () => dispatch({ type: 'requestInstead' }),
    /** Fills the calculator in with a kept quote; a place that is not offered any more is left out. */
    reopen: (quote: KeptQuote) => {
      const { terms, shipment } = reopenedQuote(quote)
      dispatch({ type: 'chooseTerms', terms })
      dispatch({ type: 'changeShipment', change: shipment })
    },
  }
}
export type NewOrder = ReturnType<typeof useNewOrder>

/** Prices a copied shipment once its places are known to be offered. */
function usePriceOfCopy(
  state: NewOrderState,
  lane: ReturnType<typeof useLane>,
  pricing: ReturnType<typeof usePricing>,
) {
  const asked = useRef(false)
  const { copy, mode } = state
  const ready =
    copy !== null && mode === TransportationMode.LCL && lane.originName !== '' && lane.destinationName !== ''
  const ask = useEffectEvent(() => {
    if (asked.current || hasErrors(shipmentErrors(state))) return
    asked.current = true
    pricing.ask()
  })
  useEffect(() => {
    if (ready) ask()
  }, [ready])
}

/** Leaves the screen after an order was created: a toast links to it, and the client's orders mark it. */
function useLeave(clientId: number) {
  const router = useRouter()
  return async (message: string, made: Order) => {
    showAdded(message, { label: formatTrackingCode(trackingCodeOf(made)), href: `/orders/${made.id}` })
    markAdded({ key: ORDERS }, made.id)
    void refreshClients()
    if (router.history.canGoBack()) router.history.back()
    else await router.navigate({ to: '/clients/$userId', params: { userId: String(clientId) } })
  }
}

interface BookingContext {
  state: NewOrderState
  dispatch: Dispatch<NewOrderAction>
  pricing: ReturnType<typeof usePricing>
  amazon: boolean
  section: RefObject<HTMLElement | null>
}

function useBooking(
  { state, dispatch, pricing, amazon, section }: BookingContext,
  onDone: (made: Order) => Promise<void>,
) {
  const keyOf = useSubmissionKey()
  const { send, saving, fault } = useSending()
  const { values } = state.booking
  const save = async (form: BookingForm) => {
    dispatch({ type: 'checkShipment' })
    const body = mayBook(state) ? bookingBody(state, form) : null
    if (!body) return focusFirstError(section.current)
    if (pricing.stale) return showError(NOT_PRICED, pricing.fault?.onRetry)
    await onDone(await sendBooking(body, keyOf(body)))
  }
  return {
    ...fieldsOf(state.booking, (change) => dispatch({ type: 'changeBooking', change })),
    values,
    saving,
    fault,
    started: isBooking(state),
    start: () => {
      if (hasUnread(section.current)) return void readFields(section.current)
      dispatch({ type: 'book', amazon })
      if (!mayBook(state)) focusFirstError(section.current)
    },
    open: state.panels,
    setOpen: (open: readonly string[]) => dispatch({ type: 'openPanels', open }),
    goOn: (panel: PanelKey) => dispatch({ type: 'continue', panel, amazon }),
    refuse: (errors: Errors) => dispatch({ type: 'bookingRefused', errors }),
    /** Sends the booking; calls `refused` once messages are at its fields. */
    send: (refused: () => void) => {
      // The shipment stands in another form.
      if (hasUnread(section.current)) return void readFields(section.current)
      dispatch({ type: 'checkBooking', amazon })
      const parsed = bookingForm(amazon).safeParse(values)
      if (!parsed.success) return refused()
      void send(() => save(parsed.data), {
        values,
        refused: (errors) => {
          dispatch({ type: 'bookingRefused', errors })
          refused()
        },
      })
    },
  }
}
export type Booking = ReturnType<typeof useBooking>

function useRequest(state: NewOrderState, dispatch: Dispatch<NewOrderAction>, onDone: (made: Order) => Promise<void>) {
  const keyOf = useSubmissionKey()
  const { send, saving, fault } = useSending()
  const { values } = state.request
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    dispatch({ type: 'checkRequest' })
    const parsed = quoteRequestInput.safeParse(requestBody(state))
    if (!parsed.success) return focusFirstError(element)
    const save = async () => {
      await onDone(await sendQuoteRequest(parsed.data, keyOf(parsed.data)))
    }
    const refused = (errors: Errors) => {
      flushSync(() => dispatch({ type: 'requestRefused', errors }))
      focusFirstError(element)
    }
    void send(save, { values, refused })
  }
  return {
    ...fieldsOf(state.request, (change) => dispatch({ type: 'changeRequest', change })),
    values,
    saving,
    fault,
    submit,
  }
}
export type QuoteRequest = ReturnType<typeof useRequest>
