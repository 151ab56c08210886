import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TradeTerms } from '#contract/codes/order-codes.ts'
import { HintType } from '#contract/reference/hints.ts'
import { FormattedText } from '#web/ui/feedback/formatted-text.tsx'
import classes from './quotes.module.css'
import { hintsQuery } from './state/new-order-queries.ts'

/** The hints that clients see for the chosen trade terms. */
export function FormHints({ terms }: { terms: TradeTerms }) {
  const { data } = useQuery(hintsQuery)
  const own =
    data?.filter(({ type, shipmentTradeTerms }) => type === HintType.FORM && shipmentTradeTerms === terms) ?? []
  if (own.length === 0) return null
  return (
    <aside className={classes.panel} aria-label="Hints">
      {own.map(({ id, title, content }) => (
        <div key={id} className={classes.hint}>
          <h2 className={classes.title}>
            <IconInfoCircle size={16} aria-hidden className={classes.sign} /> {title}
          </h2>
          <FormattedText html={content} />
        </div>
      ))}
    </aside>
  )
}
