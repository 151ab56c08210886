import { Link } from '@tanstack/react-router'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import classes from './rule-chips.module.css'

type Counts = Partial<Record<RuleCode, number>>

interface RuleChipsProps {
  counts: Counts
  /** The rule that is shown; undefined for all. */
  current?: RuleCode
  /** Further parameters of the links. */
  search: Record<string, string | undefined>
}

export const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** Rules with open items and their numbers: each leads to its part of the queue. */
function RuleChips({ counts, current, search }: RuleChipsProps) {
  const codes = keysOf(RULE_LABELS).filter((code) => (counts[code] ?? 0) > 0 || code === current)
  return (
    <ul className={classes.chips} aria-label="What needs attention">
      {codes.map((code) => (
        <li key={code}>
          <Link
            to="/today"
            // A second press on a rule shows all again.
            search={{ ...search, rule: code === current ? undefined : code }}
            className={classes.chip}
            data-current={code === current || undefined}
            aria-current={code === current ? 'true' : undefined}
          >
            {RULE_LABELS[code]} <span className={classes.count}>{counts[code] ?? 0}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
