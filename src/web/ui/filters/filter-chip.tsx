import { CloseButton, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Filter, FilterField } from '#contract/lib/filters.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { filterWords } from './filter-words.ts'
import classes from './filters.module.css'
import { FilterEditor } from './later-editor.tsx'
import { type RefField, useRefNames } from './ref-names.ts'

interface FilterChipProps {
  name: string
  field: FilterField
  filter: Filter
  onApply: (name: string, filter: Filter) => void
  onRemove: (name: string) => void
}

/** A filter in words. A click opens its editor; its cross, Delete or Backspace removes it. */
export function FilterChip(props: FilterChipProps) {
  const { field } = props
  return field.kind === 'ref' ? <RefChip {...props} field={field} /> : <Chip {...props} names={[]} />
}

function RefChip(props: FilterChipProps & { field: RefField }) {
  return <Chip {...props} names={useRefNames(props.field, props.filter.values)} />
}

function Chip({ name, field, filter, names, onApply, onRemove }: FilterChipProps & { names: readonly string[] }) {
  const [opened, setOpened] = useState(false)
  const words = filterWords(field, filter, names)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    onRemove(name)
  }
  return (
    <li className={classes.chip} data-filter={name}>
      <Popup
        label={`Filter ${field.label}`}
        opened={opened}
        onChange={setOpened}
        width={300}
        fromLeft
        target={(target) => (
          <UnstyledButton {...target} className={classes.words} title={words} onKeyDown={onKeyDown}>
            {words}
          </UnstyledButton>
        )}
      >
        <FilterEditor
          fields={{ [name]: field }}
          filter={filter}
          onCancel={() => setOpened(false)}
          onApply={(...applied) => {
            setOpened(false)
            onApply(...applied)
          }}
        />
      </Popup>
      <CloseButton size={24} iconSize={14} aria-label={`Remove filter ${field.label}`} onClick={() => onRemove(name)} />
    </li>
  )
}
