import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { thousandsMessage } from '#contract/lib/numbers.ts'
import {
  DELIVERY_SAVED,
  type DeliveryGrid,
  deliveryGrid,
  MAX_DELIVERY_DAYS,
} from '#contract/reference/delivery/delivery.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { type CellRules, type Change, GridCells, type Place } from '#web/ui/grid/grid-cells.ts'
import { daysText, readDays } from './days-text.ts'
import { deliveryQuery, saveCells } from './delivery-queries.ts'

const storedIn =
  ({ delivery, depot, cartage }: DeliveryGrid) =>
  ({ row, column }: Place) =>
    delivery[depot[row]?.depotId ?? 0]?.[cartage[column]?.cartageId ?? 0] ?? 0

const rulesOf = (grid: DeliveryGrid): CellRules => ({ stored: storedIn(grid), read: readDays, write: daysText })

/** The shape of a grid: grids with the same rows and columns share their cells. */
export const shapeOf = ({ depot, cartage }: DeliveryGrid) => JSON.stringify([depot, cartage])

const cellOf = ({ depot, cartage }: DeliveryGrid, { row, column, before, value }: Change) => ({
  depot: depot[row]?.depotId ?? 0,
  cartage: cartage[column]?.cartageId ?? 0,
  delivery: value ?? 0,
  was: before,
})

const daysInWords = (days: number | null) => (days ? `${days}` : 'empty')
const whyNot = (text: string) =>
  thousandsMessage(text) ?? `'${text}' is not a whole number from 0 to ${MAX_DELIVERY_DAYS}.`
const changesIn = (n: number) => (n === 1 ? '1 change was discarded' : `${n} changes were discarded`)

/** The grid's cells over their stored values, with Apply and Discard. */
export function useDeliveryGrid(grid: DeliveryGrid) {
  const cache = useQueryClient()
  const [alert, setAlert] = useState<string | null>(null)
  const shape = shapeOf(grid)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cells for new rows and columns only; days are rebased
  const cells = useMemo(() => new GridCells(grid.depot.length, grid.cartage.length, rulesOf(grid)), [shape])
  useEffect(() => cells.rebase(rulesOf(grid)), [cells, grid])
  const count = useStore(cells.count)
  useUnsaved(count > 0)
  const nameOf = ({ row, column }: Place) => `${grid.depot[row]?.depotName} → ${grid.cartage[column]?.cartageName}`

  const save = useMutation({
    mutationFn: (all: readonly Change[]) => saveCells(all.map((change) => cellOf(grid, change))),
    onSuccess: (saved) => {
      cache.setQueryData(deliveryQuery.queryKey, saved)
      showSuccess(DELIVERY_SAVED)
    },
    onError: (error, all) => {
      const theirs =
        error instanceof ApiError && error.code === 409 ? deliveryGrid.safeParse(error.data).data : undefined
      if (!theirs) return showError(error)
      // The values of the others become the stored ones; typed text over them stays.
      cache.setQueryData(deliveryQuery.queryKey, theirs)
      const now = storedIn(theirs)
      const lost = all.filter((change) => now(change) !== change.before && now(change) !== change.value)
      const list = lost.map(
        (change) => `${nameOf(change)} is now ${daysInWords(now(change))}, you entered ${daysInWords(change.value)}`,
      )
      setAlert(`Someone else changed the same cells: ${list.join('; ')}. Apply again to overwrite them.`)
    },
  })
  const apply = () => {
    const { changes } = cells
    const bad = changes.find(({ value }) => value === null)
    setAlert(bad ? `${nameOf(bad)}: ${whyNot(bad.text)}` : null)
    if (bad) cells.focus(bad)
    else save.mutate(changes)
  }
  const discard = () => {
    setAlert(null)
    const all = cells.discard()
    showSuccess(changesIn(all.length), { label: 'Undo', run: () => cells.set(all) })
  }
  return { cells, count, alert, apply, discard, saving: save.isPending }
}
