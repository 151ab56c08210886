import { Checkbox } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { type Selection, shownTicked, type Ticked, toggle, toggleAll } from '#web/lib/list/selection.ts'
import type { Column } from './list-columns.ts'
import { TickBox } from './tick-box.tsx'

interface SelectBoxProps {
  ticked: Ticked
  id: number
  /** The name of the box: 'Select ABCD - 1234 - 5678'. */
  label: string
}

/** The box that selects a row. */
export function SelectBox({ ticked, id, label }: SelectBoxProps) {
  const checked = useSyncExternalStore(ticked.subscribe, () => ticked.get().has(id))
  return <TickBox checked={checked} label={label} onTick={() => toggle(ticked, id)} />
}

/** The box that selects the rows shown. It reads the ticks itself, so that a tick renders no row. */
export function PageBox({ ticked, ids }: { ticked: Ticked; ids: readonly number[] }) {
  const chosen = shownTicked(useStore(ticked), ids)
  const every = chosen.length > 0 && chosen.length === ids.length
  return (
    <TickBox
      checked={every}
      some={chosen.length > 0 && !every}
      label={`Select all ${ids.length}`}
      disabled={ids.length === 0}
      onTick={() => toggleAll(ticked, ids)}
    />
  )
}

/** The column that selects rows, by their ids; `nameOf` names a row. It stands before those of a view. */
export const selectColumn = <Row extends { id: number }>(
  ticked: Ticked,
  ids: readonly number[],
  nameOf: (row: Row) => string,
): Column<Row> => ({
  id: 'select',
  header: 'Select',
  control: <PageBox ticked={ticked} ids={ids} />,
  width: 34,
  fits: [],
  room: 20,
  noLink: true,
  card: 'aside',
  cell: (row) => <SelectBox ticked={ticked} id={row.id} label={`Select ${nameOf(row)}`} />,
})

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
