import { NativeSelect } from '@mantine/core'
import type { ImportMapping } from '#contract/lib/import.ts'
import classes from './import-dialog.module.css'

/** Columns of a file whose field was chosen or guessed, and those that are left out; and all fields. */
export interface NamedColumns {
  headings: readonly { heading: string; field: string | null; guessed: boolean }[]
  fields: readonly { field: string; label: string }[]
}

interface ImportColumnsProps {
  columns: NamedColumns
  disabled: boolean
  onMap: (mapping: ImportMapping) => void
}

/** The fields of columns whose headings only probably mean them, to change; nothing where all headings are known. */
export function ImportColumns({ columns: { headings, fields }, disabled, onMap }: ImportColumnsProps) {
  if (!headings.some(({ guessed, field }) => guessed || field !== null)) return null
  return (
    <fieldset className={classes.columns} aria-label="Columns of the file">
      {headings.map(({ heading, field, guessed }, at) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
          key={at}
          size="xs"
          label={heading}
          aria-label={`${heading} becomes`}
          description={guessed ? 'Guessed from its heading' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={disabled}
          value={field ?? ''}
          onChange={({ currentTarget }) => onMap(mappingOf(headings, heading, currentTarget.value || null))}
          data={[{ value: '', label: 'Left out' }, ...fields.map((each) => ({ value: each.field, label: each.label }))]}
        />
      ))}
    </fieldset>
  )
}

/** The field of a column; another column that had it is left out, so that a field has one column. */
const mappingOf = (headings: NamedColumns['headings'], heading: string, field: string | null): ImportMapping => ({
  ...Object.fromEntries(
    headings.flatMap((each) => (field !== null && each.field === field ? [[each.heading, null]] : [])),
  ),
  [heading]: field,
})
