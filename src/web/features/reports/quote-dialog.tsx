import type { ReportItem } from '#contract/reports/behind.ts'
import { QUOTE_KIND_LABELS } from '#contract/reports/reports.ts'
import { PriceLines, ratesLine } from '#web/features/orders/shared/price-lines.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Details } from '#web/ui/page/details.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './quote-dialog.module.css'
import { answerOf, askedBy } from './quote-words.ts'

/** A quote: who asked for it, for which shipment, and the answer. */
export function QuoteDialog({ item, onClose }: { item: ReportItem; onClose: () => void }) {
  const { dateTime } = useDates()
  const { quote, kind, who, originName, destinationName, at, cbm, usd, orderId, reference } = item
  if (!quote) return null
  const times = quote.times > 1 ? `, ${quote.times} times within the hour` : ''
  return (
    <Dialog opened onClose={onClose} title={kind ? QUOTE_KIND_LABELS[kind] : 'Quote'} size={640}>
      <Details
        items={[
          { label: 'Asked by', value: askedBy(item) },
          { label: 'Client', value: who || EMPTY },
          { label: 'Asked', value: `${dateTime(at)}${times}` },
          { label: 'Answered', value: quote.answeredAt ? dateTime(quote.answeredAt) : EMPTY },
          { label: 'Lane', value: `${originName} → ${destinationName}` },
          { label: 'Shipment', value: `${quantity(cbm)} CBM, ${quantity(quote.weight)} kg` },
          { label: 'Booked', value: quote.bookedUsd === null ? 'No' : money(quote.bookedUsd) },
          {
            label: 'Order',
            value:
              orderId === null ? (
                EMPTY
              ) : (
                <TextLink to="/orders/$orderId" params={{ orderId }}>
                  {reference}
                </TextLink>
              ),
          },
        ]}
      />
      <h3 className={classes.answer}>Answer</h3>
      {answerOf(item) && <p className={classes.said}>{answerOf(item)}</p>}
      {quote.rates && <p className={classes.said}>{ratesLine(quote.rates, dateTime)}</p>}
      {usd !== null && <PriceLines lines={quote.lines} total={usd} />}
    </Dialog>
  )
}
