import type { Sailing } from '#contract/sailings/sailings.ts'
import { AbroadQuestion } from './abroad-question.tsx'
import { Candidates } from './candidates.tsx'
import classes from './cargo.module.css'
import { ContainersPanel } from './containers-panel.tsx'
import { LoadedOrders } from './loaded-orders.tsx'
import { ManifestSheet } from './manifest-sheet.tsx'
import { useCargo } from './use-cargo.ts'

/** The cargo of a sailing: its containers, the orders aboard, and those that could go with it. */
export function SailingCargo({ sailing }: { sailing: Sailing }) {
  const cargo = useCargo(sailing.id)
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
