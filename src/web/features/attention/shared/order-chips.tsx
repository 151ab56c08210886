import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { ME } from '#contract/lib/filters.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { useViewAddress } from '#web/model/views/use-view-address.ts'
import { countsQuery } from './attention.ts'
import classes from './order-chips.module.css'

/** A rule whose items are of no order. */
const OF_NO_ORDER: RuleCode = 'webhook-disabled'
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
  const codes = keysOf(RULE_LABELS).filter((code) => code !== OF_NO_ORDER && ((counts[code] ?? 0) > 0 || code === on))
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
  const list = useRef<HTMLUListElement>(null)
  const fits = useFirstLine(list, `${scope.name} ${codes.map((code) => `${code} ${counts[code]}`).join()}`)
  const hidden = codes.slice(fits)
  return (
    <div className={classes.row}>
      <span className={classes.scope} title={`What needs attention ${scope.whose}`}>
        {scope.name}
      </span>
      <ul ref={list} className={classes.chips} aria-label={`What needs attention: ${scope.name.toLowerCase()}`}>
        {codes.map((code, at) => (
          <li key={code} data-out={at >= fits || undefined}>
            <button type="button" className={classes.chip} aria-pressed={code === on} onClick={() => onPress(code)}>
              {RULE_LABELS[code]} <span className={classes.count}>{counts[code] ?? 0}</span>
            </button>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant={on && hidden.includes(on) ? 'light' : 'subtle'}
              className={classes.more}
              aria-label={`${hidden.length} more reasons`}
            >
              +{hidden.length}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((code) => (
              <Menu.Item
                key={code}
                aria-current={code === on ? 'true' : undefined}
                data-on={code === on || undefined}
                rightSection={<span className={classes.count}>{counts[code] ?? 0}</span>}
                onClick={() => onPress(code)}
              >
                {RULE_LABELS[code]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

/** How many items of a list that wraps are in its first line; `items` names them, so that new ones are counted. */
function useFirstLine(list: RefObject<HTMLUListElement | null>, items: string): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have other widths
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const count = () => {
      const all = [...element.children].filter((child) => child instanceof HTMLElement)
      const top = all[0]?.offsetTop ?? 0
      const wrapped = all.findIndex((child) => child.offsetTop > top)
      setFits(wrapped < 0 ? Number.POSITIVE_INFINITY : wrapped)
    }
    count()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(count)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, items])
  return fits
}
