import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FILTER_OPERATOR_LABELS, type Filter, type FilterFields, type FilterOperator } from '#contract/lib/filters.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { offeredOperators, readTyped, type TypedFilter, typedOf } from './filter-values.ts'
import { ValueInputs } from './value-inputs.tsx'

interface FilterEditorProps {
  /** Fields to choose from; only the filter's own when it edits one. */
  fields: FilterFields
  filter?: Filter
  onApply: (name: string, filter: Filter) => void
  onCancel: () => void
}

/** Chooses the field, operator and values of a filter. */
export function FilterEditor({ fields, filter, onApply, onCancel }: FilterEditorProps) {
  const [first = ''] = Object.keys(fields)
  const [name, setName] = useState(first)
  const field = fields[name]
  const [typed, setTyped] = useState<TypedFilter | null>(field ? typedOf(field, filter) : null)
  const [error, setError] = useState<string>()
  // A chosen field leads to its values: what is typed next is one of them.
  const values = useRef<HTMLDivElement>(null)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current !== name) values.current?.querySelector('input')?.focus()
    shown.current = name
  }, [name])
  if (!field || !typed) return null
  const change = (next: Partial<TypedFilter>) => {
    setError(undefined)
    setTyped({ ...typed, ...next })
  }
  const choose = (chosen: string) => {
    const other = fields[chosen]
    if (!other) return
    setError(undefined)
    setName(chosen)
    setTyped(typedOf(other, undefined))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const read = readTyped(field, typed)
    if ('error' in read) setError(read.error)
    else onApply(name, read)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={10}>
        {!filter && (
          <ChoiceSelect
            label="Filter by"
            noun="field"
            value={name}
            onChange={(chosen) => chosen && choose(chosen)}
            data={Object.entries(fields).map(([value, { label }]) => ({ value, label }))}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        <NativeSelect
          label={filter ? field.label : 'Condition'}
          value={typed.operator}
          // The cast: the options are offered operators.
          onChange={(event) => change({ operator: event.currentTarget.value as FilterOperator })}
          data={offeredOperators(field).map((value) => ({ value, label: FILTER_OPERATOR_LABELS[value] }))}
        />
        <div ref={values}>
          <ValueInputs field={field} typed={typed} error={error} onChange={(next) => change({ values: next })} />
        </div>
      </Stack>
      <Group gap={8} justify="flex-end" mt={14}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Apply</Button>
      </Group>
    </form>
  )
}
