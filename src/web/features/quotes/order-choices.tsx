import { Radio, Stack } from '@mantine/core'
import { MODE_LABELS, TRADE_TERMS_LABELS } from '#contract/orders/codes.ts'
import type { Terms } from './new-order-queries.ts'
import classes from './quotes.module.css'

const TERMS_IN_ORDER = [3, 2, 1, 0] as const
const MODES = [0, 1] as const
export type Mode = (typeof MODES)[number]

interface ChoiceProps<T> {
  value: T
  onChange: (value: T) => void
}

export function TermsChoice({ value, onChange, disabled }: ChoiceProps<Terms> & { disabled: boolean }) {
  return (
    <Radio.Group
      className={classes.choice}
      label="Shipment trade terms"
      value={String(value)}
      onChange={(next) => onChange(TERMS_IN_ORDER.find((terms) => String(terms) === next) ?? value)}
    >
      <Stack gap={8} mt={8}>
        {TERMS_IN_ORDER.map((terms) => (
          <Radio size="sm" key={terms} value={String(terms)} label={TRADE_TERMS_LABELS[terms]} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export function ModeChoice({ value, onChange }: ChoiceProps<Mode>) {
  return (
    <Radio.Group
      className={classes.choice}
      label="Transportation mode"
      value={String(value)}
      onChange={(next) => onChange(MODES.find((mode) => String(mode) === next) ?? value)}
    >
      <Stack gap={8} mt={8}>
        {MODES.map((mode) => (
          <Radio size="sm" key={mode} value={String(mode)} label={MODE_LABELS[mode]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
