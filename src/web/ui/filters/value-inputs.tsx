import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type FilterField, hasHours, MOST_FILTER_VALUES } from '#contract/lib/filters.ts'
import { fold } from '#contract/lib/fold.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { ChoicesSelect } from '#web/ui/form/search-select.tsx'
import { inputsOf, isAway, type TypedFilter } from './filter-values.ts'
import classes from './filters.module.css'
import { type RefField, useOffered, useRefNames } from './ref-names.ts'

interface ValueInputsProps {
  field: FilterField
  typed: TypedFilter
  error: string | undefined
  onChange: (values: readonly string[]) => void
  /** Called with the values once a record is added. */
  onChosen: (values: readonly string[]) => void
}

/** Inputs for the values of a filter, by the kind of its field. */
export function ValueInputs({ field, typed, error, onChange, onChosen }: ValueInputsProps) {
  const count = inputsOf(field, typed.operator)
  if (count === 0) return null
  if (field.kind === 'enum')
    return <EnumValues choices={field.choices} values={typed.values} error={error} onChange={onChange} />
  if (field.kind === 'ref') {
    const change = (values: readonly string[]) => {
      onChange(values)
      if (values.length > typed.values.length) onChosen(values)
    }
    return <RefValues field={field} values={typed.values} error={error} onChange={change} />
  }
  if (field.kind === 'date' && !isAway(typed.operator))
    return <Days count={count ?? 1} values={typed.values} error={error} onChange={onChange} />
  return <Texts field={field} typed={typed} count={count} error={error} onChange={onChange} />
}

interface EnumValuesProps extends SeveralProps {
  choices: Extract<FilterField, { kind: 'enum' }>['choices']
}

/** Milliseconds after which a typed letter begins another word. */
const WORD_PAUSE = 1000

/**
 * Boxes to tick. Typing the beginning of a word goes to its box, as in a list of the system; Enter with nothing ticked means
 * the box that has the focus.
 */
function EnumValues({ choices, values, error, onChange }: EnumValuesProps) {
  const word = useRef({ text: '', at: 0 })
  const onKeyDown = ({
    key,
    timeStamp,
    currentTarget,
    target,
    ctrlKey,
    metaKey,
    altKey,
  }: KeyboardEvent<HTMLElement>) => {
    const focused = target instanceof HTMLInputElement ? target.value : ''
    if (key === 'Enter' && values.length === 0 && focused) onChange([focused])
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
    const { text, at } = word.current
    const typed = fold((timeStamp - at < WORD_PAUSE ? text : '') + key)
    word.current = { text: typed, at: timeStamp }
    const index = choices.findIndex(({ label }) => fold(label).startsWith(typed))
    currentTarget.querySelectorAll('input')[index]?.focus()
  }
  return (
    <Checkbox.Group label="Values" value={[...values]} onChange={onChange} error={error} onKeyDown={onKeyDown}>
      <Stack gap={8} className={classes.choices}>
        {choices.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function RefValues({ field, values, error, onChange }: SeveralProps & { field: RefField }) {
  const [search, setSearch] = useState('')
  const { offered, isFetching } = useOffered(field, search)
  const names = useRefNames(field, values)
  const chosen = values.map((value, at) => ({ value, label: names[at] ?? value }))
  const others = offered.filter(({ value }) => !values.includes(value))
  return (
    <ChoicesSelect
      label="Values"
      noun={field.label.toLowerCase()}
      data={[...chosen, ...others]}
      value={[...values]}
      onChange={onChange}
      error={error}
      maxValues={MOST_FILTER_VALUES}
      // Staff come all at once, and are filtered here.
      onSearch={field.me ? undefined : setSearch}
      searching={isFetching}
      maxDropdownHeight={200}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

interface SeveralProps {
  values: readonly string[]
  error: string | undefined
  onChange: (values: readonly string[]) => void
}

const replaced = (values: readonly string[], at: number, value: string, count: number) =>
  Array.from({ length: count }, (_, index) => (index === at ? value : (values[index] ?? '')))

function Days({ count, values, error, onChange }: SeveralProps & { count: number }) {
  return (
    <Group gap={8} grow align="flex-start">
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <DayField
          key={at}
          label={count === 1 ? 'Day' : at === 0 ? 'From' : 'Until'}
          value={values[at] ?? ''}
          onChange={(value) => onChange(replaced(values, at, value, count))}
          read={readDay}
          show={showDay}
          usual="any"
          error={error}
        />
      ))}
    </Group>
  )
}

/** Inputs for numbers and texts: as many as the operator takes, or any number of alternatives. */
function Texts({ field, typed, count, error, onChange }: TextsProps) {
  const { values, operator } = typed
  const shown = count ?? Math.max(values.length, 1)
  const label = (at: number) =>
    isAway(operator)
      ? hasHours(field)
        ? 'Hours'
        : 'Days'
      : count === 2
        ? ['From', 'Until'][at]
        : at === 0
          ? 'Value'
          : 'Or'
  return (
    <Stack gap={8}>
      {Array.from({ length: shown }, (_, at) => at).map((at) => (
        <TextInput
          key={at}
          label={label(at)}
          inputMode={field.kind === 'text' ? 'text' : 'decimal'}
          autoComplete="off"
          maxLength={100}
          value={values[at] ?? ''}
          error={at === 0 && error}
          onChange={(event) => onChange(replaced(values, at, event.currentTarget.value, shown))}
        />
      ))}
      {count === undefined && (values.at(-1) ?? '') !== '' && shown < MOST_FILTER_VALUES && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.or}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...values, ''])}
        >
          Or another value
        </Button>
      )}
    </Stack>
  )
}

interface TextsProps extends Omit<ValueInputsProps, 'onChosen'> {
  count: number | undefined
}
