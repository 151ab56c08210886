import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const TYPING_PAUSE = 200

interface SearchSelectProps extends Omit<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange' | 'filter'> {
  /** The label of the chosen option: this text does not trigger a search. */
  chosen: string
  /** Called with the typed text after a pause; '' offers the first matches. Must be a stable function. */
  onSearch: (typed: string) => void
}

/** A select whose caller searches: `data` are the matches. */
export function SearchSelect({ chosen, onSearch, ...rest }: SearchSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === chosen ? '' : typed.trim(), TYPING_PAUSE)
  useEffect(() => onSearch(search), [onSearch, search])
  return (
    <Select
      openOnFocus={false}
      clearable
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={260}
      {...rest}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The search covers more than the label.
      filter={({ options }) => options}
    />
  )
}
