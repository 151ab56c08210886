import { useId } from 'react'
import type { FileImport } from '#contract/imports/imports.ts'
import { formatDate } from '#contract/lib/format.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_LABELS, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import classes from './imports.module.css'

const DAYS: readonly string[] = CONFIRMATION_DAYS
const TIMES: readonly string[] = CONFIRMATION_TIMES
const LABELS: Readonly<Record<string, string>> = CONFIRMATION_LABELS

/** Values of clients and orders that the import changes: as they are, and as they will be. */
export function FileChanges({ file }: { file: FileImport }) {
  const { changes, changeCount, columns } = file
  const headId = useId()
  const { dateTime } = useDates()
  if (changeCount === 0) return null
  /** The field of a column; a fixed value's column is its label. */
  const fieldOf = (heading: string) =>
    columns.find((column) => column.heading === heading)?.field ??
    Object.keys(LABELS).find((field) => LABELS[field] === heading) ??
    ''
  const shown = (heading: string, text: string) => {
    const field = fieldOf(heading)
    if (text === '') return '–'
    if (DAYS.includes(field)) return formatDate(`${text}T00:00:00Z`, 'UTC')
    return TIMES.includes(field) ? dateTime(text) : text
  }
  return (
    <section aria-labelledby={headId}>
      <SectionHead id={headId} title="Changes" count={grouped(changeCount)} />
      {changeCount > changes.length && (
        <p className={classes.about}>The first {grouped(changes.length)} are shown. All of them are imported.</p>
      )}
      <ScrollRegion className={classes.scroller} label="Changes">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Now</th>
              <th scope="col">Becomes</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ row, column, from, to }) => (
              <tr key={`${row} ${column}`}>
                <td>{row}</td>
                <th scope="row">{column}</th>
                <td className={classes.was}>{shown(column, from)}</td>
                <td>{shown(column, to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
