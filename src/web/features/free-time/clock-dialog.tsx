import { Group, Text, Textarea, TextInput } from '@mantine/core'
import { z } from 'zod'
import {
  CLOCK_LABELS,
  DAY_UNIT_LABELS,
  DAY_UNITS,
  FIRST_DAY_LABELS,
  FIRST_DAYS,
  MAX_FREE_DAYS,
  SAID_BY,
  SAID_BY_LABELS,
} from '#contract/free-time/free-time-codes.ts'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import * as d from '#contract/lib/day-fields.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { DayInput } from './shared/day-input.tsx'
import { changeClock } from './shared/free-times.ts'

const schema = z.object({
  startsOn: d.optionalPlainDay(),
  days: f.optionalDecimal(0, { max: MAX_FREE_DAYS }),
  unit: f.oneOf(DAY_UNITS),
  firstDay: f.oneOf(FIRST_DAYS),
  lastFreeDay: d.optionalPlainDay(),
  saidFreeDay: d.optionalPlainDay(),
  saidBy: z.literal(SAID_BY, { error: CHOOSE }).nullable(),
  saidNote: f.text('Note', 255),
  endedOn: d.optionalPlainDay(),
  note: f.text('Note', 255),
})

const choices = <Code extends string>(codes: readonly Code[], labels: Record<Code, string>) =>
  codes.map((value) => ({ value, label: labels[value] }))

/** A clock as it is edited: a new one has no row yet. */
export type EditedClock = Pick<FreeTime, 'clock' | 'containerId' | 'container' | 'orderId'> & Partial<FreeTime>

/** The values of a clock in the form. The last free day is named only where it stands for the days. */
const valuesOf = (row: EditedClock): z.input<typeof schema> => ({
  startsOn: row.startsOn ?? '',
  days: row.days ?? '',
  unit: row.unit ?? 'calendar',
  firstDay: row.firstDay ?? 'next',
  lastFreeDay: row.byHand && row.days == null ? (row.computedFreeDay ?? '') : '',
  saidFreeDay: row.saidFreeDay ?? '',
  saidBy: row.saidBy ?? 'notice',
  saidNote: row.saidNote ?? '',
  endedOn: row.endBasis === 'by-hand' ? (row.endedOn ?? '') : '',
  note: row.note ?? '',
})

/** The fields that somebody changed; others stay as they are. */
function changesOf(row: EditedClock, values: z.output<typeof schema>) {
  const before = schema.parse(valuesOf(row))
  const changed = Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== Object.entries(before).find(([name]) => name === key)?.[1],
    ),
  )
  stopIfUnchanged(Object.keys(changed).length > 0)
  // Who told a day means nothing without it, and an emptied number of days is no number.
  if (values.saidFreeDay === null) for (const key of ['saidBy', 'saidNote']) delete changed[key]
  if (changed.days === null) delete changed.days
  return changed
}

/** Sets a clock by hand, and what the arrival notice or the carrier says. */
export function ClockDialog({ row, onClose }: { row: EditedClock; onClose: () => void }) {
  const form = useForm({
    schema,
    initialValues: valuesOf(row),
    save: async (values) => {
      await changeClock(row, { clock: row.clock, ...changesOf(row, values), updatedAt: row.updatedAt })
      onClose()
    },
  })
  /** The server names fields by their place in the body. */
  const errorOf = (name: keyof z.input<typeof schema>) => form.errors[name] ?? form.errors[`freeTimes.0.${name}`]
  const day = (name: 'startsOn' | 'lastFreeDay' | 'saidFreeDay' | 'endedOn', label: string) => (
    <DayInput
      input={{
        label,
        value: form.values[name],
        error: errorOf(name),
        onChange: (value) => form.setFieldValue(name, value),
      }}
    />
  )
  const text = (name: 'days' | 'saidNote', label: string) => (
    <TextInput
      label={label}
      autoComplete="off"
      inputMode={name === 'days' ? 'numeric' : undefined}
      {...form.getInputProps(name)}
      value={form.values[name] ?? ''}
      error={errorOf(name)}
    />
  )
  const of = row.container ? ` of ${row.container.number || `container ${row.container.id}`}` : ''
  return (
    <FormDialog form={form} title={`${CLOCK_LABELS[row.clock]}${of}`} confirm="Save" size="lg" onClose={onClose}>
      <FieldGrid>
        {day('startsOn', 'Starts on')}
        {text('days', 'Free days')}
        <ChoiceSelect
          label="Which days"
          data={choices(DAY_UNITS, DAY_UNIT_LABELS)}
          {...form.getInputProps('unit')}
          error={errorOf('unit')}
        />
        <ChoiceSelect
          label="First day"
          data={choices(FIRST_DAYS, FIRST_DAY_LABELS)}
          {...form.getInputProps('firstDay')}
          error={errorOf('firstDay')}
        />
        {day('lastFreeDay', 'Or the last free day')}
        {day('endedOn', 'Ended on')}
      </FieldGrid>
      <Text size="sm" c="dimmed" mt={6} mb="md">
        {row.byHand
          ? 'Set by hand: it no longer follows its rule.'
          : 'Days by hand keep it from following its rule. An empty end follows what happens.'}
      </Text>
      <Group gap={6} mb={4}>
        <Text fw={600} size="sm">
          What others say
        </Text>
      </Group>
      <FieldGrid>
        {day('saidFreeDay', 'Last free day as told')}
        <ChoiceSelect
          label="Told by"
          data={choices(SAID_BY, SAID_BY_LABELS)}
          {...form.getInputProps('saidBy')}
          error={errorOf('saidBy')}
        />
        <WideField>{text('saidNote', 'Words about it')}</WideField>
        <WideField>
          <Textarea label="Note" autosize minRows={1} {...form.getInputProps('note')} error={errorOf('note')} />
        </WideField>
      </FieldGrid>
    </FormDialog>
  )
}
