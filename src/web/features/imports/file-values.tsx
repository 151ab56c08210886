import { Checkbox, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { IMPORT_FIELDS, NEEDED_FIELDS } from '#contract/imports/import-fields.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import classes from './imports.module.css'
import { ValueInput } from './value-input.tsx'

interface FileValuesProps {
  file: FileImport
  /** Options that the next check will have: those of the last one, as changed since. */
  options: FileImport['options']
  /** Fields of the columns, as changed since. */
  mapped: readonly (string | null | undefined)[]
  /** Messages of the last check by option. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onOptions: (changed: ImportOptions) => void
}

/** What the cells of a file mean, where they do not say it as the forms do. */
export function FileValues(props: FileValuesProps) {
  const { file, options, disabled, onOptions } = props
  const headId = useId()
  const isOfOrders = file.kind === 'orders'
  return (
    <section aria-labelledby={headId} className={classes.values}>
      <SectionHead id={headId} title="Values" />
      <div className={classes.checks}>
        <Checkbox
          label="Update existing"
          description={
            isOfOrders
              ? 'An order with this tracking code is changed. Empty cells change nothing.'
              : 'A client with this email is changed. Empty cells change nothing.'
          }
          checked={options.update}
          disabled={disabled}
          onChange={({ currentTarget }) => onOptions({ update: currentTarget.checked })}
        />
        {isOfOrders && (
          <Checkbox
            label="Historic orders"
            description="Completed and cancelled orders need client, origin, destination and date only."
            checked={options.historic}
            disabled={disabled}
            onChange={({ currentTarget }) => onOptions({ historic: currentTarget.checked })}
          />
        )}
      </div>
      <ReplacedCells {...props} />
      <FixedValues {...props} />
    </section>
  )
}

/** A cell that is on no list, or that is replaced already. */
interface ReplacedCell {
  field: string
  column: string
  text: string
  rows: number | null
}

function cellsOf({ unknownTexts, columns, kind }: FileImport, values: ImportOptions['values'] = {}): ReplacedCell[] {
  const replaced = Object.entries(values).flatMap(([field, by]) =>
    Object.keys(by).map((text) => {
      const column = columns.find((each) => each.field === field)?.heading ?? IMPORT_FIELDS[kind][field] ?? field
      return { field, column, text, rows: null }
    }),
  )
  const isKnown = ({ field, text }: ReplacedCell) => replaced.some((each) => each.field === field && each.text === text)
  return [...unknownTexts.filter((cell) => !isKnown(cell)), ...replaced]
}

/** The cells that are on no list, and what each means. */
function ReplacedCells({ file, options, errors, disabled, onOptions }: FileValuesProps) {
  const cells = cellsOf(file, options.values)
  if (cells.length === 0) return null
  const mean = (field: string, text: string, to: string) => {
    const { [text]: _, ...others } = options.values[field] ?? {}
    onOptions({ values: { ...options.values, [field]: to === '' ? others : { ...others, [text]: to } } })
  }
  return (
    <ScrollRegion className={classes.scroller} label="Cells that are on no list">
      <table className={`${classes.table} ${classes.meanings}`}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Cell</th>
            <th scope="col">Rows</th>
            <th scope="col" className={classes.value}>
              Means
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ field, column, text, rows }) => (
            <tr key={`${field} ${text}`}>
              <td>{column}</td>
              <th scope="row">{text === '' ? '(empty)' : text}</th>
              <td>{rows === null ? '' : grouped(rows)}</td>
              <td className={classes.value}>
                <ValueInput
                  field={field}
                  label={`${column} “${text}” means`}
                  value={options.values[field]?.[text] ?? ''}
                  onChange={(to) => mean(field, text, to)}
                  disabled={disabled}
                  error={errors[`options.values.${field}`]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Values for fields that no column has: those that rows lack are offered first. */
function FixedValues({ file, options, mapped, errors, disabled, onOptions }: FileValuesProps) {
  const { kind, problems } = file
  const fields = IMPORT_FIELDS[kind]
  const free = Object.keys(fields).filter((field) => !mapped.includes(field))
  const lacking = free.filter(
    (field) => NEEDED_FIELDS[kind].includes(field) || problems.some(({ column }) => column === fields[field]),
  )
  const shown = [...new Set([...lacking, ...Object.keys(options.fixed)])].filter((field) => free.includes(field))
  const fix = (field: string, text: string) => onOptions({ fixed: { ...options.fixed, [field]: text } })
  return (
    <div className={classes.fixed}>
      {shown.map((field) => (
        <div key={field} className={classes.fixedRow}>
          <span>{fields[field]}, in every row</span>
          <div className={classes.value}>
            <ValueInput
              field={field}
              label={`${fields[field]}, in every row`}
              value={options.fixed[field] ?? ''}
              onChange={(text) => fix(field, text)}
              disabled={disabled}
              error={errors[`options.fixed.${field}`]}
            />
          </div>
        </div>
      ))}
      <NativeSelect
        size="xs"
        aria-label="Add a value for every row"
        value=""
        disabled={disabled}
        onChange={({ currentTarget }) => fix(currentTarget.value, options.fixed[currentTarget.value] ?? '')}
        data={[
          { value: '', label: 'Add a value for every row…' },
          ...free
            .filter((field) => !shown.includes(field))
            .map((field) => ({ value: field, label: fields[field] ?? field })),
        ]}
      />
    </div>
  )
}
