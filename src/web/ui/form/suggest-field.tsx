import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

interface SuggestFieldProps extends Omit<AutocompleteProps, 'data' | 'filter' | 'openOnFocus' | 'dropdownOpened'> {
  /** Texts in use that match what is typed. */
  data: readonly string[]
}

/**
 * A field for a text, new or one in use. The list offers and takes nothing by itself; while it is open, Enter takes
 * the option that arrows chose, or closes it, and Escape closes it: neither reaches the form or what is around it.
 */
export function SuggestField({ data, ...props }: SuggestFieldProps) {
  const [opened, setOpened] = useState(false)
  const shown = opened && data.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown || (event.key !== 'Enter' && event.key !== 'Escape')) return
    if (event.key === 'Enter') event.preventDefault()
    event.stopPropagation()
    setOpened(false)
  }
  return (
    <Autocomplete
      autoComplete="off"
      {...props}
      openOnFocus={false}
      dropdownOpened={shown}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
      data={[...data]}
      filter={({ options }) => options}
    />
  )
}
