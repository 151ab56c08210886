import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { MODE_LABELS } from '#contract/codes/order-codes.ts'
import { formatDays } from '#contract/lib/format.ts'
import { cargoInWords } from '#contract/offers/cargo-of.ts'
import type { OfferOption } from '#contract/offers/offers.ts'
import { money } from '#web/lib/format/money.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './offer.module.css'

/** Options side by side, each with its price in lines; a formula shows on hover. */
export const OfferOptions = ({ options }: { options: readonly OfferOption[] }) => (
  <div className={classes.options}>
    {options.map((option) => (
      <OneOption key={option.id} option={option} />
    ))}
  </div>
)

function OneOption({ option }: { option: OfferOption }) {
  const { position, label, mode, price, days, lines, missing, manual, chosen } = option
  return (
    <section className={classes.option} data-chosen={chosen || undefined} aria-label={`Option ${position}: ${label}`}>
      <h3 className={classes.label}>{label}</h3>
      <p className={classes.mode}>
        {[MODE_LABELS[mode], cargoInWords(option), days ? formatDays(days) : ''].filter(Boolean).join(' · ')}
      </p>
      <p className={classes.price}>{price === null ? 'No price' : money(price)}</p>
      <div className={classes.marks}>
        {chosen && (
          <StatusBadge tone="good" icon={IconCircleCheck}>
            Accepted
          </StatusBadge>
        )}
        {manual && price !== null && (
          <StatusBadge tone="neutral" icon={IconHandStop}>
            Typed price
          </StatusBadge>
        )}
        {missing && (
          <StatusBadge tone="warn" icon={IconAlertTriangle}>
            {missing}
          </StatusBadge>
        )}
      </div>
      {lines.length > 0 && (
        <dl className={classes.lines}>
          {lines.map(({ code, label: line, formula, amount }) => (
            <div key={code} title={formula}>
              <dt>{line}</dt>
              <dd>
                {money(amount)}
                <VisuallyHidden>{` = ${formula}`}</VisuallyHidden>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
