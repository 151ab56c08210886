import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { TransportationMode } from '#contract/orders/codes.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { clientQuery } from '#web/model/clients/clients.ts'
import { useDates } from '#web/model/session/settings.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { BookingAccordion } from './booking-accordion.tsx'
import { FormHints } from './form-hints.tsx'
import { ModeChoice, TermsChoice } from './order-choices.tsx'
import { QuoteRequestForm } from './quote-request-form.tsx'
import { QuoteResultPanel } from './quote-result.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import classes from './quotes.module.css'
import { ShipmentForm } from './shipment-form.tsx'
import { type NewOrder, useNewOrder } from './state/use-new-order.ts'

const route = getRouteApi('/staff/new-order/$userId')

export function NewOrderPage() {
  const id = Number(route.useParams().userId)
  const { data, error, refetch, isFetching } = useQuery(clientQuery(id))
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
      {error && !data && (
        <Fault
          message={messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!error && !data && <Skeleton h={320} maw={760} aria-label="Loading" />}
      {data && <NewOrderForms key={id} client={data} />}
    </Page>
  )
}

function NewOrderForms({ client }: { client: Client }) {
  const order = useNewOrder(client)
  const { state, dispatch, lane, request } = order
  return (
    <>
      <DraftOffer order={order} />
      <div className={classes.layout}>
        <div>
          <TermsChoice
            value={state.terms}
            onChange={(terms) => dispatch({ type: 'chooseTerms', terms })}
            disabled={!lane.ready}
          />
          <ModeChoice value={state.mode} onChange={(mode) => dispatch({ type: 'chooseMode', mode })} />
          {state.mode === TransportationMode.LCL ? (
            <InstantQuote order={order} />
          ) : (
            <QuoteRequestForm request={request} />
          )}
        </div>
        <FormHints terms={state.terms} />
      </div>
    </>
  )
}

function DraftOffer({ order: { draft } }: { order: NewOrder }) {
  const { dateTime } = useDates()
  if (!draft.offer) return null
  return (
    <Alert mb="md" maw={760} variant="light" icon={<IconHistory aria-hidden />} title="Unfinished order">
      You left this form on {dateTime(draft.offer.savedAt)} before sending it.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={draft.offer.restore}>
          Continue
        </Button>
        <Button size="compact-sm" variant="default" onClick={draft.offer.discard}>
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
          {!priced && (
            <Button type="submit" className={classes.buttons} loading={calculating}>
              Calculate
            </Button>
          )}
        </form>
        {fault && <Fault {...fault} />}
        <Quote order={order} />
        {priced && !booking.started && (
          <Button className={classes.buttons} onClick={booking.start}>
            Book
          </Button>
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
