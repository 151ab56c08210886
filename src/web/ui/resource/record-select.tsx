import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import type { InputProps } from './fields.tsx'

/** A record as a select shows it. */
export interface Option {
  value: string
  label: string
}

interface RecordSelectProps<Row extends z.ZodObject> {
  input: InputProps
  resource: Pick<Resource<Row>, 'key' | 'path' | 'row' | 'sortable'>
  labelOf: (row: z.output<Row>) => string
  filters?: Filters
  /** The chosen record, even if it is not among the options. */
  known: { id: number; label: string } | null | undefined
  required?: boolean
  placeholder?: string
}

/** Chooses a record by id. The server searches, so the list can be long. */
export function RecordSelect<Row extends z.ZodObject>(props: RecordSelectProps<Row>) {
  const { input, resource, labelOf, filters, known, required, placeholder } = props
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Option | null>(known ? { value: String(known.id), label: known.label } : null)
  const { data = [], isFetching } = useQuery(resourceQueries<Row>(resource).offered(search, filters))
  return (
    <SearchSelect
      {...input}
      withAsterisk={required}
      clearable={!required}
      placeholder={placeholder}
      value={input.value ? String(input.value) : null}
      chosen={chosen?.label ?? ''}
      onChange={(value, option) => {
        setChosen(option)
        input.onChange(value === null ? null : Number(value))
      }}
      data={data.map((row) => ({ value: String(row.id), label: labelOf(row) }))}
      onSearch={setSearch}
      searching={isFetching}
    />
  )
}
