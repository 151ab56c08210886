import { TextInput } from '@mantine/core'
import { CHARGED_PER, CHARGED_PER_LABELS } from '#contract/free-time/free-time-codes.ts'
import type { freeTimeRules } from '#contract/free-time/free-time-rules.ts'
import { RowsField } from '#web/ui/form/rows-field.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import type { FieldContext, InputProps } from '#web/ui/resource/fields.tsx'
import classes from './tiers-input.module.css'

type TypedTier = Record<'fromDay' | 'toDay' | 'amount' | 'per' | 'minimum', unknown>

const PER = CHARGED_PER.map((value) => ({ value, label: CHARGED_PER_LABELS[value] }))
const shown = (value: unknown) => (value === null || value === undefined ? '' : String(value))
/** Day on which the next tier begins, if the last one says where it ends. */
const nextDay = (tiers: readonly TypedTier[]) => {
  const last = tiers.at(-1)
  return last ? Number(last.toDay) + 1 || '' : 1
}

interface TiersInputProps extends Pick<FieldContext<typeof freeTimeRules.row, typeof freeTimeRules.input>, 'form'> {
  input: InputProps
}

/** What days cost after the last free day: a row for each tier, the last one without an end. */
export function TiersInput({ input, form }: TiersInputProps) {
  const tiers = (form.getValues().tiers ?? []) as TypedTier[]
  const set = (next: readonly TypedTier[]) => form.setFieldValue('tiers', next as never)
  const change = (at: number, part: Partial<TypedTier>) =>
    set(tiers.map((tier, index) => (index === at ? { ...tier, ...part } : tier)))
  const add = () =>
    set([
      ...tiers,
      { fromDay: nextDay(tiers), toDay: '', amount: '', per: tiers.at(-1)?.per ?? 'container-day', minimum: '' },
    ])
  const text = (tier: TypedTier, at: number, name: 'fromDay' | 'toDay' | 'amount' | 'minimum', label: string) => (
    <TextInput
      label={label}
      aria-label={`${label}, tier ${at + 1}`}
      inputMode="decimal"
      autoComplete="off"
      value={shown(tier[name])}
      onChange={({ currentTarget }) => change(at, { [name]: currentTarget.value })}
      error={form.errors[`tiers.${at}.${name}`]}
    />
  )
  return (
    <RowsField
      label={input.label}
      noun="tier"
      rows={tiers}
      rowClass={classes.tier}
      hint={tiers.length === 0 && 'What the days after the last free day cost. Without it, nobody knows.'}
      error={form.errors.tiers}
      onAdd={add}
      onRemove={(at) => set(tiers.filter((_, index) => index !== at))}
      inputs={(tier, at) => (
        <>
          {text(tier, at, 'fromDay', 'From day')}
          {text(tier, at, 'toDay', 'To day')}
          {text(tier, at, 'amount', 'Amount')}
          <ChoiceSelect
            label="A day per"
            aria-label={`A day per, tier ${at + 1}`}
            data={PER}
            value={shown(tier.per) || null}
            onChange={(per) => change(at, { per })}
            error={form.errors[`tiers.${at}.per`]}
          />
          {text(tier, at, 'minimum', 'Minimum')}
        </>
      )}
    />
  )
}
