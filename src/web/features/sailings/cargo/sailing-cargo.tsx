import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import { containersQuery } from '#web/features/sailings/shared/sailings.ts'
import { AbroadQuestion } from './abroad-question.tsx'
import { Candidates, firstCandidates } from './candidates.tsx'
import classes from './cargo.module.css'
import { ContainersPanel } from './containers-panel.tsx'
import { LoadedOrders } from './loaded-orders.tsx'
import { ManifestSheet } from './manifest-sheet.tsx'
import { useCargo } from './use-cargo.ts'

/** The height of what waits for the cargo. */
const WAITING_PX = 600

/** The cargo of a sailing: its containers, the orders aboard, and those that could go with it. */
export function SailingCargo({ sailing }: { sailing: Sailing }) {
  const cargo = useCargo(sailing.id)
  // All of it at once: what arrives later would move what is below it.
  const parts = [
    useQuery(containersQuery({ sailingId: sailing.id })),
    useQuery(loadedQuery(sailing.id, null)),
    useQuery({ ...firstCandidates(sailing.id), enabled: sailing.status === 'planned' }),
  ]
  if (parts.some(({ isLoading }) => isLoading)) return <Skeleton h={WAITING_PX} aria-hidden />
  return (
    <>
      <div className={classes.columns}>
        <ContainersPanel sailing={sailing} cargo={cargo} />
        <LoadedOrders sailing={sailing} cargo={cargo} />
      </div>
      {sailing.status === 'planned' && <Candidates sailing={sailing} cargo={cargo} />}
      <ManifestSheet sailing={sailing} />
      <AbroadQuestion sailing={sailing} cargo={cargo} />
    </>
  )
}
