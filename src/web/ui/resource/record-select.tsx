import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { asAnswered } from '#web/ui/form/search-select.tsx'
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

const TYPING_PAUSE = 200

/** Chooses a record by id. The server searches, so the list can be long. */
export function RecordSelect<Row extends z.ZodObject>(props: RecordSelectProps<Row>) {
  const { input, resource, labelOf, filters, known, required, placeholder } = props
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Option | null>(known ? { value: String(known.id), label: known.label } : null)
  const wanted = typed === chosen?.label ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE)
  const { data = [], isFetching } = useQuery(resourceQueries<Row>(resource).offered(search, filters))
  const offered = data.map((row) => ({ value: String(row.id), label: labelOf(row) }))
  const isWaiting = isFetching || wanted !== search
  return (
    <Select
      {...input}
      openOnFocus={false}
      withAsterisk={required}
      placeholder={placeholder}
      value={input.value ? String(input.value) : null}
      onChange={(value, option) => {
        setChosen(option)
        input.onChange(value === null ? null : Number(value))
      }}
      data={withChosen(offered, chosen)}
      searchable
      clearable={!required}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={isWaiting ? undefined : asAnswered}
      nothingFoundMessage={isWaiting ? 'Searching…' : 'Nothing found'}
      maxDropdownHeight={260}
    />
  )
}

const withChosen = (offered: Option[], chosen: Option | null): Option[] =>
  !chosen || offered.some(({ value }) => value === chosen.value) ? offered : [chosen, ...offered]
