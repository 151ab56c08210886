import { Radio, Stack } from '@mantine/core'
import { MODE_LABELS, TRADE_TERMS_LABELS, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import classes from './shipment.module.css'

const TERMS_IN_ORDER = [TradeTerms.PICK_UP, TradeTerms.DROP_OFF, TradeTerms.FOB, TradeTerms.OTHER]
const MODES = [TransportationMode.LCL, TransportationMode.FCL]

interface ChoiceProps<T> {
  value: T
  onChange: (value: T) => void
}

export function TermsChoice({ value, onChange, disabled }: ChoiceProps<TradeTerms> & { disabled: boolean }) {
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

export function ModeChoice({ value, onChange }: ChoiceProps<TransportationMode>) {
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
