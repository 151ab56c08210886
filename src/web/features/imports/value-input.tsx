import { TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceSelect, SearchSelect } from '#web/ui/form/search-select.tsx'
import { SEARCHED_LISTS, SHORT_LISTS } from './value-choices.ts'

interface ValueInputProps {
  /** The field of the import. */
  field: string
  /** The accessible name. */
  label: string
  value: string
  /** Called with '' for none. */
  onChange: (text: string) => void
  disabled: boolean
  error?: string | undefined
}

/** A text that a cell may have: chosen from the list of its field, or typed where it has none. */
export function ValueInput(props: ValueInputProps) {
  const { field, label, value, onChange, disabled, error } = props
  const short = SHORT_LISTS[field]
  const common = { size: 'xs', 'aria-label': label, disabled, error } as const
  if (short)
    return (
      <ChoiceSelect
        {...common}
        clearable
        placeholder="Choose"
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        value={value || null}
        onChange={(text) => onChange(text ?? '')}
        data={[...new Set([...short, ...(value ? [value] : [])])]}
      />
    )
  if (SEARCHED_LISTS[field]) return <SearchedInput {...props} />
  return <TextInput {...common} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}

function SearchedInput({ field, label, value, onChange, disabled, error }: ValueInputProps) {
  const [typed, setTyped] = useState('')
  const sources = SEARCHED_LISTS[field] ?? []
  const found = useQueries({ queries: sources.map(({ query }) => query(typed)) })
  // One name may be that of a depot and of a port: a select has each once.
  const seen = new Set<string>()
  const groups = sources.map(({ group }, index) => ({
    group,
    items: (found[index]?.data ?? []).filter((choice) => !seen.has(choice.value) && seen.add(choice.value)),
  }))
  const offered = groups.flatMap(({ items }) => items)
  const chosen = offered.find((choice) => choice.value === value)?.label ?? value
  return (
    <SearchSelect
      size="xs"
      aria-label={label}
      placeholder="Choose"
      disabled={disabled}
      error={error}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      value={value || null}
      chosen={chosen}
      onChange={(text) => onChange(text ?? '')}
      onSearch={setTyped}
      searching={found.some(({ isFetching }) => isFetching)}
      data={groups.filter(({ items }) => items.length > 0)}
    />
  )
}
