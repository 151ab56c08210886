import { useQuery } from '@tanstack/react-query'
import { RULE_LABELS, RULES_OF_NO_ORDER, type RuleCode } from '#contract/attention/rules.ts'
import { ME } from '#contract/lib/filters.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { useViewAddress } from '#web/model/views/use-view-address.ts'
import { OneLine } from '#web/ui/page/one-line.tsx'
import { countsQuery } from './attention.ts'
import classes from './chips.module.css'

const IS = 'is:'

interface Scope {
  name: string
  whose: string
}
const MINE: Scope = { name: 'Mine', whose: 'of orders that you look after' }
const TEAM: Scope = { name: 'Team', whose: 'of all orders' }

/**
 * Reasons why orders need somebody, above their list: a chip narrows the list to its orders, in place, and a
 * second press takes that off. The numbers are mine where the list shows mine, else the team's.
 */
export function OrderChips() {
  const { viewed, show } = useViewAddress('orders')
  const { data } = useQuery(countsQuery)
  if (!data || !viewed) return null
  const { definition } = viewed
  const { attention, inCharge, ...filters } = definition.filters
  const isMine = inCharge === `${IS}${ME}`
  const counts = isMine ? data.mine : data.all
  const on = keysOf(RULE_LABELS).find((code) => attention === `${IS}${code}`)
  const codes = keysOf(RULE_LABELS).filter(
    (code) => !RULES_OF_NO_ORDER.includes(code) && ((counts[code] ?? 0) > 0 || code === on),
  )
  const press = (code: RuleCode) =>
    show({
      ...definition,
      filters: {
        ...filters,
        ...(inCharge !== undefined && { inCharge }),
        ...(code !== on && { attention: `${IS}${code}` }),
      },
    })
  const scope = isMine ? MINE : TEAM
  if (codes.length === 0) return <p className={classes.none}>{scope.name}: nothing is waiting.</p>
  return <Chips codes={codes} counts={counts} on={on} scope={scope} onPress={press} />
}

interface ChipsProps {
  codes: readonly RuleCode[]
  counts: Partial<Record<RuleCode, number>>
  /** The rule that the list is narrowed to. */
  on: RuleCode | undefined
  scope: Scope
  onPress: (code: RuleCode) => void
}

function Chips({ codes, counts, on, scope, onPress }: ChipsProps) {
  return (
    <div className={classes.row}>
      <span className={classes.scope} title={`What needs attention ${scope.whose}`}>
        {scope.name}
      </span>
      <OneLine label={`What needs attention: ${scope.name.toLowerCase()}`}>
        {codes.map((code) => (
          <li key={code}>
            <button type="button" className={classes.chip} aria-pressed={code === on} onClick={() => onPress(code)}>
              {RULE_LABELS[code]} <span className={classes.count}>{counts[code] ?? 0}</span>
            </button>
          </li>
        ))}
      </OneLine>
    </div>
  )
}
