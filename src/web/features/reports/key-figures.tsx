import type { RecordList } from '#contract/reports/figure-list.ts'
import type { Period } from '#contract/reports/period.ts'
import { type FigureColumn, figureOf } from '#contract/reports/tables.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { FigureBefore, FigureLink } from './figure-link.tsx'
import classes from './reports.module.css'
import type { Asked } from './state/report-queries.ts'
import { showChange, showShort } from './state/show-figure.ts'

interface KeyFiguresProps {
  /** Figures of the whole period; undefined until they are there. */
  totals: { before: object | null } | undefined
  figures: readonly FigureColumn[]
  asked: Asked
  /** The subject of the figures, if the heading of the section does not name it. */
  of?: string
  /** The list behind a figure of these days. */
  listOf: (column: FigureColumn, period: Period) => RecordList | null
}

/** Figures of the whole period, each with that of the period before. */
export const KeyFigures = ({ totals, figures, asked, of, listOf }: KeyFiguresProps) => (
  <dl className={classes.keys}>
    {figures.map((column) => {
      const { field, label, unit } = column
      const value = totals ? figureOf(totals, field) : null
      const before = totals ? figureOf(totals.before, field) : null
      const change = showChange(value, before, unit)
      const shown = !totals ? '…' : value === null ? EMPTY : showShort(value, unit)
      const link = { asked, label, of }
      return (
        <div key={field} className={classes.key}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value}>
              <FigureLink to={value === null ? null : listOf(column, asked.period)} {...link}>
                {shown}
              </FigureLink>
            </span>
            {/* The line is there from the beginning, so that nothing below moves when the figures come. */}
            {!totals && asked.compare && <span className={classes.keyBefore}>&nbsp;</span>}
            {before !== null && (
              <span className={classes.keyBefore}>
                {change && `${change}, `}was{' '}
                <FigureBefore listOf={(period) => listOf(column, period)} {...link}>
                  {showShort(before, unit)}
                </FigureBefore>
              </span>
            )}
          </dd>
        </div>
      )
    })}
  </dl>
)
