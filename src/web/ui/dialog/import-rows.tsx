import { IconCircleMinus, IconCirclePlus, IconCircleX, IconPencil } from '@tabler/icons-react'
import { StatusBadge, type Tone } from '#web/ui/feedback/status-badge.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import classes from './import-dialog.module.css'

type State = 'added' | 'changed' | 'unchanged' | 'refused'

/** The changes that an import would make. */
export interface ImportPreview {
  columns: readonly string[]
  counts: Record<State, number>
  rows: readonly { line: number; state: State; cells: readonly string[]; notes: readonly string[] }[]
}

/** The most rows shown; the counts cover all of them. */
const SHOWN = 200

const LOOKS: Record<State, { tone: Tone; icon: typeof IconPencil; word: string }> = {
  added: { tone: 'good', icon: IconCirclePlus, word: 'Added' },
  changed: { tone: 'info', icon: IconPencil, word: 'Changed' },
  unchanged: { tone: 'neutral', icon: IconCircleMinus, word: 'Unchanged' },
  refused: { tone: 'bad', icon: IconCircleX, word: 'Refused' },
}

/** Rows of a file that change something or are refused, refused ones first. */
export function ImportRows({ preview: { columns, rows } }: { preview: ImportPreview }) {
  if (rows.length === 0) return null
  const ordered = rows
    .map((row, place) => ({ ...row, place }))
    .sort((a, b) => Number(b.state === 'refused') - Number(a.state === 'refused'))
  return (
    <>
      <ScrollRegion className={classes.scroller} label="Rows of the file">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Result</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">Change or reason</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, SHOWN).map(({ place, line, state, cells, notes }) => {
              const { word, ...look } = LOOKS[state]
              return (
                <tr key={place}>
                  <td>{line}</td>
                  <td>
                    <StatusBadge {...look}>{word}</StatusBadge>
                  </td>
                  {columns.map((column, index) => (
                    <td key={column}>{cells[index]}</td>
                  ))}
                  <td className={classes.notes}>{notes.join('; ')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > SHOWN && <p className={classes.about}>{rows.length - SHOWN} more rows are not shown.</p>}
    </>
  )
}
