import { Checkbox } from '@mantine/core'
import { useStore } from '#web/lib/browser/store.ts'
import { type Selection, type Ticked, toggle } from '#web/lib/list/selection.ts'

interface SelectBoxProps {
  ticked: Ticked
  id: number
  /** What it selects: 'Select ABCD - 1234 - 5678'. */
  label: string
}

/** The box that selects a row. */
export function SelectBox({ ticked, id, label }: SelectBoxProps) {
  const checked = useStore(ticked).has(id)
  return <Checkbox aria-label={label} checked={checked} onChange={() => toggle(ticked, id)} />
}

/** The box that selects all rows shown, with their number. */
export function SelectAll({ selection: { chosen, allOf, toggleAll } }: { selection: Selection }) {
  return (
    <Checkbox
      label={chosen.length > 0 ? `${chosen.length} of ${allOf} selected` : `Select all ${allOf}`}
      checked={chosen.length > 0 && chosen.length === allOf}
      indeterminate={chosen.length > 0 && chosen.length < allOf}
      disabled={allOf === 0}
      onChange={toggleAll}
    />
  )
}
