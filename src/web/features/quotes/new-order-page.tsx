import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Client } from '#contract/clients/clients.ts'
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
import { type NewOrder, useNewOrder } from './use-new-order.ts'

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
  const { terms, mode, shipment, request } = order
  return (
    <>
      <DraftOffer order={order} />
      <div className={classes.layout}>
        <div>
          <TermsChoice value={terms} onChange={order.chooseTerms} disabled={!shipment.ready} />
          <ModeChoice value={mode} onChange={order.setMode} />
          {mode === 0 ? <InstantQuote order={order} client={client} /> : <QuoteRequestForm {...request} />}
        </div>
        <FormHints terms={terms} />
      </div>
    </>
  )
}

function DraftOffer({ order: { draft, restore } }: { order: NewOrder }) {
  const { dateTime } = useDates()
  if (!draft.offer) return null
  return (
    <Alert mb="md" maw={760} variant="light" icon={<IconHistory aria-hidden />} title="A half-filled order">
      You left this form on {dateTime(draft.offer.savedAt)} before it was sent.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={restore}>
          Go on with it
        </Button>
        <Button size="compact-sm" variant="default" onClick={draft.forget}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}

function InstantQuote({ order, client }: { order: NewOrder; client: Client }) {
  const { terms, shipment, booking, requestInstead } = order
  const { manual } = shipment
  const { priced, stale, calculating, fault } = shipment.pricing
  const outdated = stale && (fault !== null || shipment.form.errors.value !== undefined)
  return (
    <>
      <section ref={shipment.section} className={classes.panel} aria-labelledby="instant-quote">
        <h2 className={classes.heading} id="instant-quote">
          Instant LCL Quote
        </h2>
        {shipment.fault && <Fault {...shipment.fault} />}
        <form onSubmit={shipment.form.submit} noValidate>
          <ShipmentForm terms={terms} {...shipment} onTooLarge={requestInstead} />
          {!priced && (
            <Button type="submit" className={classes.buttons} loading={calculating}>
              Calculate
            </Button>
          )}
        </form>
        {fault && <Fault {...fault} />}
        {priced && (
          <QuoteResultPanel
            priced={priced}
            busy={calculating || (stale && !outdated)}
            outdated={outdated}
            {...manual}
            onRequest={requestInstead}
          />
        )}
        {priced && !booking.started && (
          <Button className={classes.buttons} onClick={booking.start}>
            Book
          </Button>
        )}
      </section>
      {priced && booking.started && (
        <BookingAccordion
          userId={client.id}
          amazon={shipment.amazon}
          panels={booking.panels}
          values={booking.values}
          form={booking.form}
          summary={
            <QuoteSummary
              priced={priced}
              origin={shipment.originName}
              destination={shipment.destinationName}
              rate={manual.rate}
            />
          }
        />
      )}
    </>
  )
}
