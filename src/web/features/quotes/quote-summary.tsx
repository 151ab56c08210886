import { MODE_LABELS, TRADE_TERMS_LABELS, TransportationMode } from '#contract/codes/order-codes.ts'
import { formatDays } from '#contract/lib/format.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { Details } from '#web/ui/page/details.tsx'
import type { Priced } from './state/new-order-state.ts'

interface QuoteSummaryProps {
  priced: Priced
  origin: string
  destination: string
  /** The manual rate in USD; null for the calculated price. */
  rate: number | null
}

const yesOrNo = (on: boolean) => (on ? 'Yes' : 'No')

/** The shipment about to be booked. */
export function QuoteSummary({ priced, origin, destination, rate }: QuoteSummaryProps) {
  const { asked, terms, quote } = priced
  const calculated = quote?.amzlclCost ?? null
  const manual = rate !== null && rate !== calculated
  return (
    <Details
      items={[
        { label: 'Transportation mode', value: MODE_LABELS[TransportationMode.LCL] },
        { label: 'Trade terms', value: TRADE_TERMS_LABELS[terms] },
        { label: 'Origin', value: origin },
        { label: 'Destination', value: destination },
        { label: 'Volume, CBM', value: quantity(asked.volume) },
        { label: 'Weight, KG', value: quantity(asked.weight) },
        { label: 'Cargo insurance', value: yesOrNo(asked.cargoInsurance) },
        { label: 'Customs brokerage', value: yesOrNo(asked.customBrokerage) },
        { label: 'Shipment value', value: money(asked.value) },
        {
          label: 'Transport cost',
          value: manual ? (
            <>
              {calculated !== null && <s>{money(calculated)}</s>} {money(rate)} (manual rate)
            </>
          ) : (
            money(calculated)
          ),
        },
        { label: 'Delivery time', value: formatDays(quote?.delivery ?? null) },
      ]}
    />
  )
}
