import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { findSeenSailing, sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { SailingDatesPanel } from './sailing-dates-panel.tsx'
import { SailingHeader } from './sailing-header.tsx'
import { SavedDoubts } from './saved-doubts.tsx'

interface SailingPageProps {
  id: number
  /** Tools beside the reference. */
  tools: ReactNode
  /** Changes the planned dates together with the orders. */
  changeDates?: (sailing: Sailing) => ReactNode
  /** What the carrier says about it. */
  carrier?: (sailing: Sailing) => ReactNode
  /** Containers and orders of the sailing. */
  cargo: (sailing: Sailing) => ReactNode
}

/** A sailing with its dates and its cargo. */
export function SailingPage({ id, tools, changeDates, carrier, cargo }: SailingPageProps) {
  const query = useQuery({ ...sailingQuery(id), placeholderData: () => findSeenSailing(id) })
  const sailing = query.data
  useLeaveFailed(sailing ? null : query.error, '/sailings', { mayGoBack: true })
  if (!sailing) return <Waiting />
  const fault = faultOf(query.error)
  return (
    <Page>
      <SailingHeader sailing={sailing} tools={tools} changeDates={changeDates?.(sailing)} />
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <SavedDoubts sailing={sailing} />
      {carrier?.(sailing)}
      <SailingDatesPanel sailing={sailing} />
      {cargo(sailing)}
    </Page>
  )
}

function Waiting() {
  return (
    <Page>
      <div aria-hidden>
        <Skeleton h={30} w={220} mb={20} />
        <Skeleton h={150} mb={20} />
        <Skeleton h={320} />
      </div>
    </Page>
  )
}
