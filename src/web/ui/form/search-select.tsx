import { type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const TYPING_PAUSE = 200

/**
 * A filter that keeps all options, because the server has searched in more than the label. Until its answer
 * comes, use the filter of every select, which keeps those that will probably be in it: a longer list would move
 * away from under the pointer.
 */
export const asAnswered: OptionsFilter = ({ options }) => options

interface SearchSelectProps extends Omit<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange' | 'filter'> {
  /** The label of the chosen option, a text that does not trigger a search. */
  chosen: string
  /** Called with the typed text after a pause; '' offers the first matches. Must be a stable function. */
  onSearch: (typed: string) => void
  /** True while `data` are not yet the matches of the last search. */
  searching: boolean
}

/** A select whose caller searches: `data` are the matches. */
export function SearchSelect({ chosen, onSearch, searching, ...rest }: SearchSelectProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed === chosen ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE)
  const isWaiting = searching || wanted !== search
  useEffect(() => onSearch(search), [onSearch, search])
  return (
    <Select
      openOnFocus={false}
      clearable
      nothingFoundMessage={isWaiting ? 'Searching…' : 'Nothing found'}
      maxDropdownHeight={260}
      {...rest}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={isWaiting ? undefined : asAnswered}
    />
  )
}
