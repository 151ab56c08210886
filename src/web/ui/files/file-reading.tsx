import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { useId, useState } from 'react'
import {
  DATE_FORMS,
  type DateForm,
  DECIMAL_SIGNS,
  type DecimalSign,
  type ImportOptions,
  MOST_OPTIONS,
  type FileReading as Reading,
  SEPARATORS,
  type Separator,
  TEXT_ENCODINGS,
  type TextEncodingName,
} from '#contract/lib/import-options.ts'
import classes from './file-reading.module.css'
import { ambiguityWords, guessWords, lastTimeWords, type ReadColumn } from './read-words.ts'

/** Encodings of a text as staff read them. */
export const ENCODINGS: Record<TextEncodingName, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  gb18030: 'Chinese (GB18030)',
  'windows-1252': 'Western (Windows-1252)',
}
const SEPARATED: Record<Separator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' }
const DATES: Record<DateForm, string> = { dmy: 'Day/month/year', mdy: 'Month/day/year', ymd: 'Year/month/day' }
const DECIMALS: Record<DecimalSign, string> = { '.': 'Dot: 1.5', ',': 'Comma: 1,5' }

/** Options without a choice: everything is found in the file again. */
const NOTHING: ImportOptions = {
  sheet: null,
  encoding: null,
  separator: null,
  headingRow: null,
  dateForm: null,
  decimalSign: null,
  fixed: {},
  values: {},
  historic: false,
  update: false,
}

interface FileReadingProps {
  reading: Reading
  columns: readonly ReadColumn[]
  /** The options about cells that such a file has. */
  cells: readonly ('dateForm' | 'decimalSign')[]
  errors: Readonly<Record<string, string>>
  disabled: boolean
  /** Reads the file again with a changed option. */
  onChange: (options: ImportOptions) => void
  /** Reads the file again with nothing chosen, and forgets what was. */
  onForget: (nothing: ImportOptions) => void
}

/** How a file was read: its sheet, encoding, separator, row of headings, dates and decimals, each changeable. */
export function FileReading({ reading, columns, cells, errors, disabled, onChange, onForget }: FileReadingProps) {
  const headId = useId()
  const { options, sheets, asLastTime, encodingSample } = reading
  const lastTime = lastTimeWords(asLastTime)
  const guess = guessWords(encodingSample)
  const choose = <T extends string>(name: keyof ImportOptions, label: string, words: Readonly<Record<T, string>>) => ({
    label,
    error: errors[`options.${name}`],
    disabled,
    value: String(options[name] ?? ''),
    words: Object.entries<string>(words),
    onValue: (value: string) => onChange({ [name]: value === '' ? null : value }),
  })
  return (
    <section className={classes.reading} aria-labelledby={headId}>
      <p id={headId} className={classes.words}>
        This is how the file was read. What you change here is checked at once.
      </p>
      <div className={classes.options}>
        {sheets.length > 0 && (
          <Choice {...choose('sheet', 'Sheet', Object.fromEntries(sheets.map((name) => [name, name])))} />
        )}
        {options.encoding && <Choice {...choose('encoding', 'Encoding', pick(TEXT_ENCODINGS, ENCODINGS))} />}
        {options.separator && <Choice {...choose('separator', 'Separator', pick(SEPARATORS, SEPARATED))} />}
        {options.headingRow !== null && (
          <HeadingRow
            key={options.headingRow}
            row={options.headingRow}
            error={errors['options.headingRow']}
            disabled={disabled}
            onRow={(headingRow) => onChange({ headingRow })}
          />
        )}
        {cells.includes('dateForm') && <Choice {...choose('dateForm', 'Dates', pick(DATE_FORMS, DATES))} byColumn />}
        {cells.includes('decimalSign') && (
          <Choice {...choose('decimalSign', 'Decimals', pick(DECIMAL_SIGNS, DECIMALS))} byColumn />
        )}
      </div>
      {guess && <p className={classes.words}>{guess}</p>}
      {ambiguityWords(columns).map((words) => (
        <p key={words} className={classes.words}>
          {words}
        </p>
      ))}
      {lastTime && (
        <p className={classes.words}>
          {lastTime}
          <Button size="compact-xs" variant="default" disabled={disabled} onClick={() => onForget(NOTHING)}>
            Forget this
          </Button>
        </p>
      )}
    </section>
  )
}

const pick = <T extends string>(names: readonly T[], words: Readonly<Record<T, string>>) =>
  Object.fromEntries(names.map((name) => [name, words[name]]))

interface ChoiceProps {
  label: string
  error: string | undefined
  disabled: boolean
  /** '' for an option that the columns show each by itself. */
  value: string
  words: readonly (readonly [string, string])[]
  byColumn?: boolean
  onValue: (value: string) => void
}

function Choice({ label, error, disabled, value, words, byColumn = false, onValue }: ChoiceProps) {
  return (
    <NativeSelect
      className={classes.option}
      size="xs"
      label={label}
      error={error}
      disabled={disabled}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
      data={[
        { value: '', label: byColumn ? 'By column' : 'Find it' },
        ...words.map(([of, words]) => ({ value: of, label: words })),
      ]}
    />
  )
}

interface HeadingRowProps {
  row: number
  error: string | undefined
  disabled: boolean
  /** Null to find it. */
  onRow: (row: number | null) => void
}

/** The row of headings, taken on Enter or on leaving the field; an emptied one is found again. */
function HeadingRow({ row, error, disabled, onRow }: HeadingRowProps) {
  const [typed, setTyped] = useState<number | string>(row)
  const take = () => {
    if (typed === '') onRow(null)
    else if (Number(typed) !== row) onRow(Number(typed))
  }
  return (
    <NumberInput
      className={classes.row}
      size="xs"
      label="Headings in row"
      error={error}
      disabled={disabled}
      min={1}
      max={MOST_OPTIONS.headingRow}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
      }}
    />
  )
}
