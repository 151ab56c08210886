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
import { FREE_TIME_LABELS, type FreeTime, freeTime } from '#contract/free-time/free-times.ts'
import * as d from '#contract/lib/day-fields.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { type BothSides, saveMerging } from '#web/lib/saving/save-merging.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { DayInput } from './shared/day-input.tsx'
import { changeClock } from './shared/free-times.ts'
import { showPlainDay } from './shared/words.ts'

const ENDS_TOO_EARLY = 'It cannot end before it starts'

const values = z.object({
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
const schema = values.superRefine(({ startsOn, endedOn }, ctx) => {
  if (startsOn && endedOn && endedOn < startsOn)
    ctx.addIssue({ code: 'custom', path: ['endedOn'], message: ENDS_TOO_EARLY })
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

type Typed = z.output<typeof schema>
/** The values of a clock with its version, as they are merged; `counted` is the day that somebody set by hand. */
type Version = Typed & { counted: string | null; updatedAt: string | undefined }

const versionOf = (row: EditedClock): Version => ({
  ...values.parse(valuesOf(row)),
  counted: row.byHand ? (row.computedFreeDay ?? null) : null,
  updatedAt: row.updatedAt,
})

/** Fields that only make sense together: what the days are counted by, and what was told. */
const TOGETHER = [
  ['startsOn', 'days', 'unit', 'firstDay', 'lastFreeDay', 'counted'],
  ['saidFreeDay', 'saidBy', 'saidNote'],
] as const

/** The changed fields as they are sent. */
function sentOf(changes: Partial<Typed>, { saidFreeDay }: Typed) {
  const sent: Record<string, unknown> = { ...changes }
  // Who told a day means nothing without it, and an emptied number of days is no number.
  if (saidFreeDay === null) for (const key of ['saidBy', 'saidNote']) delete sent[key]
  if (sent.days === null) delete sent.days
  return sent
}

const LABELS: Record<string, string> = { ...FREE_TIME_LABELS, note: 'Note' }
const CODES: Record<string, string> = { ...DAY_UNIT_LABELS, ...FIRST_DAY_LABELS, ...SAID_BY_LABELS }
const DAYS = ['startsOn', 'lastFreeDay', 'saidFreeDay', 'endedOn']

/** The value of a field as people read it. */
const shownValue = (value: unknown, field: string) =>
  DAYS.includes(field) ? showPlainDay(value ? String(value) : null) : (CODES[String(value)] ?? String(value ?? EMPTY))

/** What two people said differently about a clock: fields that belong together in one line. */
function clashOf(fields: readonly string[], { mine, theirs }: BothSides) {
  const changed = fields.filter((field) => field in mine)
  const line = (side: (field: string) => unknown) => changed.map((field) => shownValue(side(field), field)).join(', ')
  const counted = fields.includes('counted') && theirs.counted
  return {
    label: changed.map((field) => LABELS[field] ?? field).join(', '),
    mine: line((field) => mine[field]),
    theirs: `${line((field) => theirs[field])}${counted ? `, free until ${showPlainDay(String(counted))}` : ''}`,
  }
}

/** Sets a clock by hand, and what the arrival notice or the carrier says. */
export function ClockDialog({ row, onClose }: { row: EditedClock; onClose: () => void }) {
  const { ask, dialog } = useConflictQuestion(clashOf)
  const form = useForm({
    schema,
    initialValues: valuesOf(row),
    save: async (typed) => {
      await saveMerging<Version>({
        base: versionOf(row),
        values: typed,
        ask,
        groups: TOGETHER,
        readCurrent: (data) => {
          const now = freeTime.safeParse(data).data
          return now ? versionOf(now) : null
        },
        send: async (changes, _, from) => {
          const sent = sentOf(changes, typed)
          stopIfUnchanged(Object.keys(sent).length > 0)
          await changeClock(row, { clock: row.clock, ...sent, updatedAt: from.updatedAt })
          return from
        },
      })
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
    <>
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
      {dialog}
    </>
  )
}
