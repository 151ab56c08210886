import { Button } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filter, FilterFields } from '#contract/lib/filters.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { FilterEditor } from './later-editor.tsx'

interface AddFilterProps {
  fields: FilterFields
  /** Fields that have a filter already. */
  taken: readonly string[]
  onApply: (name: string, filter: Filter) => void
}

/** The button that adds a filter of another field; so does `f`. */
export function AddFilter({ fields, taken, onApply }: AddFilterProps) {
  const [opened, setOpened] = useState(false)
  const free = Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.includes(name)))
  const none = Object.keys(free).length === 0
  usePageActions([{ keys: 'f', label: 'Add filter', can: () => !none, run: () => !none && setOpened(true) }])
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
          disabled={none}
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
