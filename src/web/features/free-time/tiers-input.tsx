import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { CHARGED_PER, CHARGED_PER_LABELS } from '#contract/free-time/free-time-codes.ts'
import type { freeTimeRules } from '#contract/free-time/free-time-rules.ts'
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
  return (
    <fieldset className={classes.tiers}>
      <Input.Label component="legend">{input.label}</Input.Label>
      {tiers.length === 0 && (
        <Text size="sm" c="dimmed">
          What the days after the last free day cost. Without it, nobody knows.
        </Text>
      )}
      {tiers.map((tier, at) => {
        const text = (name: 'fromDay' | 'toDay' | 'amount' | 'minimum', label: string) => (
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
          // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no other name than their place
          <div key={at} className={classes.tier}>
            {text('fromDay', 'From day')}
            {text('toDay', 'To day')}
            {text('amount', 'Amount')}
            <ChoiceSelect
              label="A day per"
              aria-label={`A day per, tier ${at + 1}`}
              data={PER}
              value={shown(tier.per) || null}
              onChange={(per) => change(at, { per })}
              error={form.errors[`tiers.${at}.per`]}
            />
            {text('minimum', 'Minimum')}
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.remove}
              aria-label={`Remove tier ${at + 1}`}
              onClick={() => set(tiers.filter((_, index) => index !== at))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        Add tier
      </Button>
    </fieldset>
  )
}
