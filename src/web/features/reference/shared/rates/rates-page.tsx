import { IconHistory } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Lane, RateEntity } from '#contract/rates/rate-entities.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import type { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { RATE_SPECS } from './rate-specs.ts'
import { SetLine } from './set-line.tsx'
import { useChosenSet } from './use-chosen-set.ts'

// The grid and the acts of sets are loaded with the first set, the history with the first one that is asked for.
const SetScreen = lazyPart(() => import('./set-screen.tsx').then((part) => part.SetScreen))
const HistoryDrawer = lazyPart(() => import('./history-drawer.tsx').then((part) => part.HistoryDrawer))

/** What a page of rates adds to its list of today. */
export interface TodayParts {
  /** The line of sets below the head. */
  line: ReactNode
  /** The action of a row that shows its history. */
  actions: NonNullable<ComponentProps<typeof ReferenceScreen>['actions']>
}

interface RatesPageProps {
  entity: RateEntity
  /** The page as it is without a set. */
  today: (parts: TodayParts) => ReactNode
  /** The page's filters, and how they are shown; in a set they narrow its rows too. */
  filters?: Filters
  tools?: ReactNode
  shows?: (lane: Lane) => boolean
}

/** A page of rates: today's, or those of the set in its address. */
export function RatesPage({ entity, today, ...page }: RatesPageProps) {
  const id = useChosenSet()
  const [asked, setAsked] = useState<{ id: number; name: string } | null>(null)
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  const actions = useMemo(
    () => [
      {
        label: 'History of rates',
        icon: IconHistory,
        onClick: (row: Record<string, unknown>) =>
          setAsked({ id: Number(row.id), name: RATE_SPECS[entity].nameOf(row) }),
      },
    ],
    [entity],
  )
  const line = <SetLine spec={RATE_SPECS[entity]} chosen={id} />
  return (
    <>
      {id === null ? (
        today({ line, actions })
      ) : (
        <PartBoundary>
          <Suspense fallback={null}>
            <SetScreen key={id} id={id} spec={RATE_SPECS[entity]} line={line} onHistory={setAsked} {...page} />
          </Suspense>
        </PartBoundary>
      )}
      <OnDemand opened={asked !== null}>
        {last && <HistoryDrawer opened={asked !== null} entity={entity} record={last} onClose={() => setAsked(null)} />}
      </OnDemand>
    </>
  )
}
