import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDates } from '#web/features/system/shared/settings.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { openSetsQuery, setQuery } from './rate-calls.ts'
import type { RateSpec } from './rate-specs.ts'
import classes from './rates.module.css'
import { setText } from './set-words.ts'
import { withSet } from './use-chosen-set.ts'

const SetDialog = lazyPart(() => import('./set-dialog.tsx').then((part) => part.SetDialog))
const AllSets = lazyPart(() => import('./all-sets.tsx').then((part) => part.AllSets))

/** Sets that have a place in the line; the others are among all sets. */
const MOST = 4

// A set is another address, whatever else that has.
const ACTIVE = { includeSearch: true, explicitUndefined: true }

interface SetLineProps {
  spec: RateSpec
  /** The id of the set that is shown; null for today's rates. */
  chosen: number | null
}

/** The line below the head of a page of rates: today, the sets to come, a new one, and all of them. */
export function SetLine({ spec: { to }, chosen }: SetLineProps) {
  const dates = useDates()
  const { data: open = [] } = useQuery(openSetsQuery)
  const { data: shown } = useQuery({ ...setQuery(chosen ?? 0), enabled: chosen !== null })
  const [opened, setOpened] = useState<'new' | 'all' | null>(null)
  const first = open.slice(0, MOST)
  // A set that is not to come, or has no place, stands in the line while it is shown.
  const sets = shown && !first.some(({ id }) => id === shown.id) ? [...first, shown] : first
  return (
    <div className={classes.line}>
      <nav className={classes.sets} aria-label="Rates by date">
        <Link to={to} search={(before) => withSet(before, undefined)} activeOptions={ACTIVE}>
          Today
        </Link>
        {sets.map((set) => (
          <Link
            key={set.id}
            to={to}
            search={(before) => withSet(before, set.id)}
            activeOptions={ACTIVE}
            title={set.name}
          >
            {setText(set, dates)}
          </Link>
        ))}
      </nav>
      <button type="button" className={classes.more} onClick={() => setOpened('new')}>
        New rates…
      </button>
      <button type="button" className={classes.more} onClick={() => setOpened('all')}>
        All rate sets
      </button>
      <OnDemand opened={opened === 'new'}>
        {opened === 'new' && <SetDialog set={null} to={to} onClose={() => setOpened(null)} />}
      </OnDemand>
      <OnDemand opened={opened === 'all'}>
        {opened === 'all' && <AllSets to={to} onClose={() => setOpened(null)} />}
      </OnDemand>
    </div>
  )
}
