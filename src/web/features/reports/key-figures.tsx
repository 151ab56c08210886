import { type FigureColumn, figureOf } from '#contract/reports/tables.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './reports.module.css'
import { showChange, showShort } from './show-figure.ts'

interface KeyFiguresProps {
  /** The figures of the whole period; undefined until they are there. */
  totals: { before: object | null } | undefined
  figures: readonly FigureColumn[]
  /** The search params of the list that a figure counts. */
  listOf: (field: string) => Record<string, string>
}

/** The figures of the whole period, each with what it was before. */
export const KeyFigures = ({ totals, figures, listOf }: KeyFiguresProps) => (
  <dl className={classes.keys}>
    {figures.map(({ field, label, unit }) => {
      const value = totals ? figureOf(totals, field) : null
      const before = totals ? figureOf(totals.before, field) : null
      const change = showChange(value, before, unit)
      const shown = !totals ? '…' : value === null ? EMPTY : showShort(value, unit)
      return (
        <div key={field} className={classes.key}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value}>
              {value === null ? (
                shown
              ) : (
                <TextLink to="/reports" search={listOf(field)} aria-label={`${label}: ${shown}`}>
                  {shown}
                </TextLink>
              )}
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
