import { ActionIcon, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './column-chooser.module.css'

interface ShownColumn {
  id: string
  shown: boolean
}

interface ColumnChooserProps {
  /** Every column, in order. */
  columns: readonly ShownColumn[]
  titles: Record<string, string>
  onChange: (columns: ShownColumn[]) => void
}

/** Shows, hides and moves columns; each change applies at once. The last one shown stays. */
export function ColumnChooser({ columns, titles, onChange }: ColumnChooserProps) {
  const only = columns.filter(({ shown }) => shown).length === 1
  const flip = (id: string) =>
    onChange(columns.map((each) => (each.id === id ? { ...each, shown: !each.shown } : each)))
  const move = (at: number, by: -1 | 1) => {
    const next = [...columns]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    onChange(next)
  }
  return (
    <ul className={classes.columns}>
      {columns.map(({ id, shown }, at) => (
        <li key={id} className={classes.column}>
          <Switch
            size="sm"
            label={titles[id] ?? id}
            checked={shown}
            disabled={shown && only}
            onChange={() => flip(id)}
          />
          <span className={classes.moves}>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Move ${titles[id] ?? id} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Move ${titles[id] ?? id} down`}
              disabled={at === columns.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
          </span>
        </li>
      ))}
    </ul>
  )
}
