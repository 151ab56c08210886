import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { KeptQuote } from '#contract/offers/offers.ts'
import { KeptQuotes } from '#web/features/offers/shared/kept-quotes.tsx'
import classes from './offer-form.module.css'

interface AddOptionProps {
  /** Whose kept quotes are listed first; null for those of all. */
  clientId: number | null
  onAdd: (mode: TransportationMode) => void
  onQuote: (quote: KeptQuote) => void
}

/** Adds a further option: LCL, a container, or what the calculator priced lately. */
export function AddOption({ clientId, onAdd, onQuote }: AddOptionProps) {
  const plus = <IconPlus size={16} aria-hidden />
  return (
    <div className={classes.adding}>
      <Button variant="default" leftSection={plus} onClick={() => onAdd(TransportationMode.LCL)}>
        LCL option
      </Button>
      <Button variant="default" leftSection={plus} onClick={() => onAdd(TransportationMode.FCL)}>
        FCL option
      </Button>
      <KeptQuotes label="From a kept quote" clientId={clientId} onQuote={onQuote} />
    </div>
  )
}
