import { Alert, Button, Switch, TextInput, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatDays } from '#contract/lib/format.ts'
import type { QuoteResult } from '#contract/quotes/quotes.ts'
import { PriceLines } from '#web/features/orders/shared/price-lines.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { money } from '#web/lib/format/money.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './quotes.module.css'
import type { Priced } from './state/new-order-state.ts'
import type { OverrideValues } from './state/new-order-values.ts'

interface QuoteResultProps {
  priced: Priced
  /** True while recalculating. */
  busy: boolean
  /** True while the price is that of another shipment value. */
  outdated: boolean
  override: OverrideValues
  /** The message at the manual rate. */
  rateError: string | null
  /** The manual rate in USD; null while it is off or invalid. */
  rate: number | null
  onOverride: (change: Partial<OverrideValues>) => void
  /** Switches to the quote request, keeping typed values. */
  onRequest: () => void
}

/** The cost of the shipment, its price breakdown and the manual rate. */
export function QuoteResultPanel(props: QuoteResultProps) {
  const { priced, busy, outdated, override } = props
  const panel = useRef<HTMLElement>(null)
  // The button Calculate disappears: its focus moves to the result.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.result}
      aria-label="Quote"
      aria-busy={busy}
      data-stale={busy || undefined}
    >
      {priced.quote ? (
        <Price {...props} quote={priced.quote} />
      ) : (
        <NoPrice missing={priced.missing ?? ''} onRequest={props.onRequest} />
      )}
      {outdated && <p>This price is for {valueName(priced.asked)}.</p>}
      <ManualRate
        override={override}
        error={props.rateError}
        fixed={priced.quote === null}
        onOverride={props.onOverride}
      />
      {!priced.quote && props.rate !== null && (
        <p className={classes.cost}>
          <strong>{money(props.rate)}</strong> <ManualMark />
        </p>
      )}
      {priced.quote && (
        <div className={classes.lines}>
          <PriceLines lines={priced.quote.lines} total={priced.quote.amzlclCost} />
          <RatesSince rates={priced.quote.rates} />
        </div>
      )}
    </section>
  )
}

/** Since when the rates of a price are true, and which set brought the newest of them. */
function RatesSince({ rates: { since, set } }: Pick<QuoteResult, 'rates'>) {
  const dates = useDates()
  if (!since) return null
  return <p className={classes.since}>{[`Rates since ${dates.date(since)}`, set?.name].filter(Boolean).join(', ')}</p>
}

const valueName = ({ value }: Priced['asked']) =>
  value === null ? 'no shipment value' : `a shipment value of ${money(value)}`

const ManualMark = () => (
  <span className={classes.mark}>
    <StatusBadge tone="warn" icon={IconHandStop}>
      Manual rate
    </StatusBadge>
  </span>
)

function Price({ quote, rate }: QuoteResultProps & { quote: QuoteResult }) {
  const manual = rate !== null && rate !== quote.amzlclCost
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Estimated cost</dt>
        <dd className={classes.cost}>
          {manual && (
            <>
              <s>
                <VisuallyHidden>Calculated: </VisuallyHidden>
                {money(quote.amzlclCost)}
              </s>{' '}
            </>
          )}
          <strong>{money(manual ? rate : quote.amzlclCost)}</strong> {manual && <ManualMark />}
        </dd>
      </div>
      <div>
        <dt>Delivery time</dt>
        <dd className={classes.cost}>
          <strong>{formatDays(quote.delivery)}</strong>
        </dd>
      </div>
    </dl>
  )
}

function NoPrice({ missing, onRequest }: { missing: string; onRequest: () => void }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title="No price"
      classNames={{ title: classes.warning }}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      {missing}
      <div>
        <Button mt="xs" size="compact-sm" variant="default" onClick={onRequest}>
          Request a quote
        </Button>
      </div>
    </Alert>
  )
}

interface ManualRateProps {
  override: OverrideValues
  error: string | null
  /** True without a calculated price: then there is only the manual rate. */
  fixed: boolean
  onOverride: (change: Partial<OverrideValues>) => void
}

function ManualRate({ override, error, fixed, onOverride }: ManualRateProps) {
  return (
    <div className={classes.override}>
      {!fixed && (
        <Switch
          label="Manual rate"
          checked={override.on}
          onChange={(event) => onOverride({ on: event.currentTarget.checked })}
        />
      )}
      {override.on && (
        <TextInput
          label="Manual rate, USD"
          description="Replaces the estimated cost. The order shows that its rate is manual."
          w={320}
          maw="100%"
          withAsterisk
          inputMode="decimal"
          autoComplete="off"
          value={override.rate}
          error={error}
          onChange={(event) => onOverride({ rate: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
