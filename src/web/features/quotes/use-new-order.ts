import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { bookingForm, quoteRequestInput } from '#contract/orders/bookings.ts'
import { quoteForm } from '#contract/quotes/quotes.ts'
import { failedLookUp } from '#web/lib/api/failed-look-up.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { useDraft } from '#web/lib/saving/drafts.ts'
import { useUnsaved } from '#web/lib/saving/unsaved.ts'
import { focusFirstError, useForm } from '#web/lib/saving/use-form.ts'
import { refreshClients } from '#web/model/clients/clients.ts'
import { destinationsQuery, originsQuery } from '#web/model/reference/lanes.ts'
import { sendBooking, sendQuoteRequest, type Terms } from './new-order-queries.ts'
import {
  bookingOf,
  bookingValues,
  DEFAULT_TERMS,
  FIRST_PANELS,
  laneOf,
  NO_SHIPMENT,
  newOrderDraft,
  requestOf,
  requestValues,
  type ShipmentValues,
  shipmentValues,
} from './new-order-values.ts'
import type { Mode } from './order-choices.tsx'
import { useManualRate } from './use-manual-rate.ts'
import { usePricing } from './use-pricing.ts'

const LCL = 0
const NOT_PRICED = 'The cost for this shipment value is not calculated yet. Please check it before you send.'

const sameShipment = (values: ShipmentValues) =>
  JSON.stringify({ ...values, origin: 0 }) === JSON.stringify(NO_SHIPMENT)

/** Everything the new-order screen holds: choices, shipment with its price, booking, quote request, draft. */
export function useNewOrder(client: Client) {
  const [terms, setTerms] = useState<Terms>(DEFAULT_TERMS)
  const [mode, setMode] = useState<Mode>(0)
  const leave = useLeave(client.id)
  const shipment = useShipment(terms)
  const booking = useBooking(client, terms, shipment, () => leave('New order was created', finish))
  const request = useRequest(client, () => leave('Quote Request was added successfully', finish))

  const draft = useDraft(`new-order:${client.id}`, newOrderDraft)
  const now = {
    terms,
    mode,
    shipment: shipment.values,
    override: shipment.manual.typed,
    booking: booking.values,
    request: request.values,
  }
  const dirty =
    !sameShipment(shipment.values) || shipment.manual.typed.on || booking.form.isDirty() || request.form.isDirty()
  const release = useUnsaved(dirty, { keepDraft: draft.write })
  const typed = JSON.stringify(now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when what is typed changed
  useEffect(() => {
    if (dirty) draft.keep(now)
  }, [typed, dirty])
  const finish = () => {
    release()
    draft.forget()
  }

  const restore = () => {
    if (!draft.offer) return
    const { values } = draft.offer
    setTerms(values.terms)
    setMode(values.mode)
    shipment.form.setValues(values.shipment)
    shipment.manual.restore(values.override)
    booking.form.setValues(values.booking)
    request.form.setValues(values.request)
    draft.take()
  }
  const chooseTerms = (next: Terms) => {
    setTerms(next)
    shipment.form.setFieldValue('origin', 0)
  }
  /** Over to the full container with what was typed. */
  const requestInstead = () => {
    const { destination, volume, weight } = shipment.values
    request.form.setValues({ destination: destination || null, volume, weight })
    setMode(1)
  }
  return { terms, chooseTerms, mode, setMode, shipment, booking, request, draft, restore, requestInstead }
}
export type NewOrder = ReturnType<typeof useNewOrder>

/** After an order was made: says so and goes back to where one came from. */
function useLeave(clientId: number) {
  const router = useRouter()
  return async (message: string, finish: () => void) => {
    finish()
    showSuccess(message)
    void refreshClients()
    if (router.history.canGoBack()) router.history.back()
    else await router.navigate({ to: '/clients/$userId', params: { userId: String(clientId) } })
  }
}

/** The shipment, its origins and destinations, its price and the rate by hand. */
function useShipment(terms: Terms) {
  const section = useRef<HTMLElement>(null)
  const form = useForm({ schema: quoteForm, initialValues: NO_SHIPMENT, save: async () => pricing.ask() })
  const values = shipmentValues.parse(form.values)
  const pricing = usePricing(terms, values, () => void form.validate())
  const manual = useManualRate(laneOf(terms, values), pricing.priced?.quote === null)
  const lookUps = [useQuery(originsQuery(LCL, terms)), useQuery(destinationsQuery)] as const
  const [{ data: origins }, { data: destinations }] = lookUps
  const ready = useOnce(origins !== undefined && destinations !== undefined)
  const { origin } = values
  const { setFieldValue } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setFieldValue` is new on every render, what it does is not
  useEffect(() => {
    if (origins && !origins.some(({ id }) => id === origin)) setFieldValue('origin', origins[0]?.id ?? 0)
  }, [origins, origin])

  const category = destinations?.find(({ cartages }) => cartages.some(({ id }) => id === values.destination))
  return {
    form,
    values,
    pricing,
    origins,
    destinations,
    fault: failedLookUp(...lookUps),
    ready,
    amazon: category?.isAmazon ?? false,
    originName: origins?.find(({ id }) => id === origin)?.name ?? '',
    destinationName: category?.cartages.find(({ id }) => id === values.destination)?.name ?? '',
    manual,
    /** Where all of it stands. */
    section,
    /** True when shipment and rate are right; shows what is wrong otherwise, with the focus on it. */
    check: () => {
      const right = [!form.validate().hasErrors, manual.checkRate()].every(Boolean)
      if (!right) focusFirstError(section.current)
      return right
    },
  }
}
/** True from the first time that it was: what is enabled once keeps its focus while something else loads. */
function useOnce(now: boolean): boolean {
  const [been, setBeen] = useState(now)
  if (now && !been) setBeen(true)
  return been || now
}

type Shipment = ReturnType<typeof useShipment>

function useBooking(client: Client, terms: Terms, shipment: Shipment, onDone: () => Promise<void>) {
  const keyOf = useSubmissionKey()
  const [started, setStarted] = useState<unknown>(null)
  const panels = useState(FIRST_PANELS)
  const { manual } = shipment
  const { priced, stale, fault } = shipment.pricing
  // A change of the shipment closes the accordion; a new price for another insurance value does not.
  const place = priced && JSON.stringify({ ...priced.asked, value: null, terms })
  const form = useForm({
    schema: bookingForm(shipment.amazon),
    initialValues: bookingOf(client),
    save: async (values) => {
      const cost = manual.override.on ? manual.rate : (priced?.quote?.amzlclCost ?? null)
      if (!shipment.check() || !priced || cost === null) return
      if (stale) return showError(NOT_PRICED, fault?.onRetry)
      const { asked } = priced
      const body = {
        ...values,
        userId: client.id,
        transportationMode: 0 as const,
        shipmentTradeTerms: terms,
        shipmentOriginPort: asked.origin,
        shipmentDestination: asked.destination,
        shipmentVolume: asked.volume,
        shipmentWeight: asked.weight,
        shipmentValue: asked.value,
        cargoInsurance: asked.cargoInsurance,
        customBrokerage: asked.customBrokerage,
        estimatedTransportation: cost,
      }
      await sendBooking(body, keyOf(body))
      await onDone()
    },
  })
  return {
    form,
    values: bookingValues.parse(form.values),
    panels,
    started: place !== null && started === place,
    start: () => {
      if (shipment.check()) setStarted(place)
    },
  }
}

function useRequest(client: Client, onDone: () => Promise<void>) {
  const keyOf = useSubmissionKey()
  const form = useForm({
    schema: quoteRequestInput,
    initialValues: { ...requestOf(client), userId: client.id, transportationMode: 1 as const },
    save: async (body) => {
      await sendQuoteRequest(body, keyOf(body))
      await onDone()
    },
  })
  return { form, values: requestValues.parse(form.values) }
}
