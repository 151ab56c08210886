import { Alert, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { clientQuery } from '#web/features/clients/shared/clients.ts'
import { KeptQuotes } from '#web/features/offers/shared/kept-quotes.tsx'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { ModeChoice, TermsChoice } from '#web/features/quotes/shared/order-choices.tsx'
import { ShipmentForm } from '#web/features/quotes/shared/shipment-form.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { DraftPlace } from '#web/ui/form/draft-place.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { BookingAccordion } from './booking-accordion.tsx'
import { CopyNotice } from './copy-notice.tsx'
import { FormHints } from './form-hints.tsx'
import { OfferThis } from './offer-this.tsx'
import { QuoteRequestForm } from './quote-request-form.tsx'
import { QuoteResultPanel } from './quote-result.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import classes from './quotes.module.css'
import { type NewOrder, useNewOrder } from './state/use-new-order.ts'

const route = getRouteApi('/staff/new-order/$userId')

export function NewOrderPage() {
  const id = Number(route.useParams().userId)
  const { copy } = route.useSearch()
  const { data, ...client } = useQuery(clientQuery(id))
  const { data: copied = null, ...original } = useQuery({ ...orderQuery(copy ?? 0), enabled: copy !== undefined })
  const waiting = !data || (copy !== undefined && !copied)
  const { error, refetch, isFetching } = data ? original : client
  return (
    <Page>
      <PageTitle
        title="New order"
        aside={
          data && (
            <>
              <TextLink to="/clients/$userId" params={{ userId: String(id) }}>
                {data.username}
              </TextLink>
              <span className={classes.company}>{data.companyName}</span>
            </>
          )
        }
      />
      {error && waiting && (
        <Fault
          message={messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!error && waiting && <LoadingBlock height={320} />}
      {!waiting && <NewOrderForms key={`${id}-${copy}`} client={data} copied={copied} />}
    </Page>
  )
}

function NewOrderForms({ client, copied }: { client: Client; copied: Order | null }) {
  const order = useNewOrder(client, copied)
  const { state, dispatch, lane, request } = order
  // A quote request has no trade terms yet, so their hints do not apply either.
  const lcl = state.mode === TransportationMode.LCL
  return (
    <>
      <DraftPlace>{order.draft.offer && <DraftOffer offer={order.draft.offer} />}</DraftPlace>
      <CopyNotice order={order} />
      <div className={classes.layout}>
        <div>
          <ModeChoice value={state.mode} onChange={(mode) => dispatch({ type: 'chooseMode', mode })} />
          {lcl && (
            <TermsChoice
              value={state.terms}
              onChange={(terms) => dispatch({ type: 'chooseTerms', terms })}
              disabled={!lane.ready}
            />
          )}
          {lcl ? <InstantQuote order={order} /> : <QuoteRequestForm request={request} />}
        </div>
        {lcl && <FormHints terms={state.terms} />}
      </div>
    </>
  )
}

function DraftOffer({ offer }: { offer: NonNullable<NewOrder['draft']['offer']> }) {
  const { dateTime } = useDates()
  return (
    <Alert mb="md" maw={760} variant="light" icon={<IconHistory aria-hidden />} title="Unfinished order">
      You left this form on {dateTime(offer.savedAt)} before sending it.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={offer.restore}>
          Continue
        </Button>
        <Button size="compact-sm" variant="default" onClick={offer.discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}

function InstantQuote({ order }: { order: NewOrder }) {
  const { state, lane, shipment, pricing, booking, requestInstead } = order
  const { priced, calculating, fault } = pricing
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    order.calculate()
  }
  return (
    <>
      <section ref={order.section} className={classes.panel} aria-labelledby="instant-quote">
        <h2 className={classes.heading} id="instant-quote">
          Instant LCL Quote
        </h2>
        {lane.fault && <Fault {...lane.fault} />}
        <form onSubmit={submit} noValidate>
          <ShipmentForm
            terms={state.terms}
            origins={lane.origins}
            destinations={lane.destinations}
            values={state.shipment.values}
            fields={shipment}
            onTooLarge={requestInstead}
          />
          <div className={classes.next}>
            {!priced && (
              <Button type="submit" loading={calculating}>
                Calculate
              </Button>
            )}
            <KeptQuotes label="Kept quotes" clientId={state.clientId} onQuote={order.reopen} />
          </div>
        </form>
        {fault && <Fault {...fault} />}
        <Quote order={order} />
        {priced && !booking.started && (
          <div className={classes.next}>
            <Button onClick={booking.start}>Book</Button> <OfferThis order={order} />
          </div>
        )}
      </section>
      {booking.started && <BookingOf order={order} />}
    </>
  )
}

function Quote({ order: { state, dispatch, pricing, manual, requestInstead } }: { order: NewOrder }) {
  const { priced, stale, calculating, fault } = pricing
  if (!priced) return null
  const outdated = stale && (fault !== null || state.shipment.errors.value !== undefined)
  return (
    <QuoteResultPanel
      priced={priced}
      busy={calculating || (stale && !outdated)}
      outdated={outdated}
      {...manual}
      onOverride={(change) => dispatch({ type: 'changeRate', change })}
      onRequest={requestInstead}
    />
  )
}

function BookingOf({ order: { state, lane, pricing, manual, booking } }: { order: NewOrder }) {
  if (!pricing.priced) return null
  return (
    <BookingAccordion
      userId={state.clientId}
      amazon={lane.amazon}
      booking={booking}
      summary={
        <QuoteSummary
          priced={pricing.priced}
          origin={lane.originName}
          destination={lane.destinationName}
          rate={manual.rate}
        />
      }
    />
  )
}
