import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useSelectAll } from './use-select-all.ts'
import { useTypedSearch } from './use-typed-search.ts'

interface TextSearchProps {
  label: string
  placeholder?: string
  value: string
  /** Called after a pause in typing. */
  onChange: (value: string) => void
  w?: number | string
}

/** A plain search field with a clear button. */
export function TextSearch({ label, placeholder, value, onChange, w = 260 }: TextSearchProps) {
  const { typed, type, send } = useTypedSearch(value, onChange)
  const selectAll = useSelectAll()
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    send('')
    field.current?.focus()
  }
  return (
    <TextInput
      {...selectAll}
      ref={field}
      w={w}
      maw="100%"
      aria-label={label}
      placeholder={placeholder ?? label}
      data-search
      enterKeyHint="search"
      autoComplete="off"
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && send(typed)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
    />
  )
}
