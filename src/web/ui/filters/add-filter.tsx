import { Button } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filter, FilterFields } from '#contract/lib/filters.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { FilterEditor } from './filter-editor.tsx'

interface AddFilterProps {
  fields: FilterFields
  /** Fields that have a filter already. */
  taken: readonly string[]
  onApply: (name: string, filter: Filter) => void
}

/** The button that adds a filter of another field. */
export function AddFilter({ fields, taken, onApply }: AddFilterProps) {
  const [opened, setOpened] = useState(false)
  const free = Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.includes(name)))
  return (
    <Popup
      label="Add filter"
      opened={opened}
      onChange={setOpened}
      width={300}
      target={(target) => (
        <Button
          {...target}
          size="compact-md"
          variant="default"
          disabled={Object.keys(free).length === 0}
          leftSection={<IconFilterPlus size={16} aria-hidden />}
        >
          Add filter
        </Button>
      )}
    >
      <FilterEditor
        fields={free}
        onCancel={() => setOpened(false)}
        onApply={(...applied) => {
          setOpened(false)
          onApply(...applied)
        }}
      />
    </Popup>
  )
}
