import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cutOffFilters, FIGURE_LABELS, type FigureCode } from '#contract/attention/figures.ts'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { filterParameter } from '#contract/lib/filters.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { STAFF_SETTING_DEFAULTS } from '#contract/system/staff-settings.ts'
import classes from '#web/features/attention/shared/chips.module.css'
import { OneLine } from '#web/ui/page/one-line.tsx'
import { figuresQuery } from './figures.ts'

/** Figures of the day that no rule has: the others are what a chip of their rule counts. */
const FIGURES: readonly FigureCode[] = ['arrivals', 'unconfirmed']

/** Search params of the list with exactly the sailings that have a cut-off in the next `hours`. */
const sailingsWithin = (hours: number) =>
  Object.fromEntries(Object.entries(cutOffFilters(hours)).map(([field, text]) => [filterParameter(field), text]))

interface QueueChipsProps {
  /** Open items of the scope by rule; undefined until they are known. */
  counts: Partial<Record<RuleCode, number>> | undefined
  rule: RuleCode | undefined
  figure: FigureCode | undefined
  /** The owner that calls take; undefined for everybody. */
  owner: string | undefined
  /** Further parameters of the links. */
  search: Record<string, string | undefined>
}

/** One line of what waits in the scope, by rule, and of the figures of the day: each shows its list. */
export function QueueChips({ counts, rule, figure, owner, search }: QueueChipsProps) {
  const { data } = useQuery(figuresQuery(owner))
  const hours = data?.cutOffHours ?? STAFF_SETTING_DEFAULTS.cutOffHours
  // Chips come all at once: those of one answer would move those of the other.
  const ready = counts !== undefined && data !== undefined
  const rules = keysOf(RULE_LABELS).filter((code) => (counts?.[code] ?? 0) > 0 || code === rule)
  const { owner: whose, charts } = search
  const chip = (
    label: string,
    n: number,
    { to, current }: { to: Record<string, string | undefined>; current: boolean },
  ) => (
    <li key={label}>
      <Link
        to="/today"
        search={to}
        className={classes.chip}
        data-current={current || undefined}
        aria-current={current ? 'true' : undefined}
      >
        {label} <span className={classes.count}>{n}</span>
      </Link>
    </li>
  )
  return (
    <OneLine label="What needs attention">
      {ready && (
        <>
          {/* A second press on a chip shows all again. */}
          {rules.map((code) =>
            chip(RULE_LABELS[code], counts[code] ?? 0, {
              to: { ...search, rule: code === rule ? undefined : code },
              current: code === rule,
            }),
          )}
          {FIGURES.map((code) =>
            chip(FIGURE_LABELS[code], data[code], {
              to: { owner: whose, charts, figure: code === figure ? undefined : code },
              current: code === figure,
            }),
          )}
          <li>
            <Link to="/sailings" search={sailingsWithin(hours)} className={classes.chip}>
              Sailings with a cut-off in {hours} h
            </Link>
          </li>
        </>
      )}
    </OneLine>
  )
}
