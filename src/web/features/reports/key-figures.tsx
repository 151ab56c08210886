import type { RecordList } from '#contract/reports/figure-list.ts'
import { type FigureColumn, figureOf } from '#contract/reports/tables.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { FigureLink } from './figure-link.tsx'
import classes from './reports.module.css'
import type { Asked } from './state/report-queries.ts'
import { showChange, showShort } from './state/show-figure.ts'

interface KeyFiguresProps {
  /** The figures of the whole period; undefined until they are there. */
  totals: { before: object | null } | undefined
  figures: readonly FigureColumn[]
  asked: Asked
  /** What the figures are about, where the heading of the section does not say it. */
  of?: string
  /** The list behind a figure. */
  listOf: (column: FigureColumn) => RecordList | null
}

/** The figures of the whole period, each with what it was before. */
export const KeyFigures = ({ totals, figures, asked, of, listOf }: KeyFiguresProps) => (
  <dl className={classes.keys}>
    {figures.map((column) => {
      const { field, label, unit } = column
      const value = totals ? figureOf(totals, field) : null
      const before = totals ? figureOf(totals.before, field) : null
      const change = showChange(value, before, unit)
      const shown = !totals ? '…' : value === null ? EMPTY : showShort(value, unit)
      return (
        <div key={field} className={classes.key}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value}>
              <FigureLink to={value === null ? null : listOf(column)} asked={asked} label={label} of={of}>
                {shown}
              </FigureLink>
            </span>
            {before !== null && (
              <span className={classes.keyBefore}>
                {change && `${change}, `}was {showShort(before, unit)}
              </span>
            )}
          </dd>
        </div>
      )
    })}
  </dl>
)
