import { IconChecks } from '@tabler/icons-react'
import type { NextCutOff } from '#contract/attention/figures.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { nextWords } from './figures/next-words.ts'
import type { Shown } from './use-owner.ts'

/** The words for the orders about which nothing waits. */
function ordersOf({ owner, name }: Shown): string {
  if (owner === 'me') return ' on your orders'
  if (owner === 'none') return ' on unassigned orders'
  return name ? ` on the orders of ${name}` : ''
}

/** The words for an empty list, and where its items come from if that is not obvious. */
function wordsOf(shown: Shown, ofRule: boolean): [title: string, hint?: string] {
  if (ofRule) return [shown.snoozed ? 'Nothing is snoozed for this reason.' : 'Nothing is waiting for this reason.']
  if (shown.snoozed)
    return [
      `Nothing is snoozed${shown.claimed ? '' : ordersOf(shown)}.`,
      'Snoozed items stay here until they are due back.',
    ]
  if (shown.claimed) return ['You have not claimed anything.', 'Items you claim stay here for four hours.']
  return [`Nothing is waiting${ordersOf(shown)}.`]
}

interface NothingProps {
  shown: Shown
  /** True while only the items of one rule are shown. */
  ofRule: boolean
  next: NextCutOff | null
  now: number
}

/** An empty part of the queue, and what comes next. */
export function NothingWaits({ shown, ofRule, next, now }: NothingProps) {
  const { timeZone } = useDates()
  const [title, hint] = wordsOf(shown, ofRule)
  return (
    <EmptyState icon={IconChecks} title={title}>
      {next ? nextWords(next, now, timeZone) : hint}
    </EmptyState>
  )
}
