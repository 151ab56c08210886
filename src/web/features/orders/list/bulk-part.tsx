import { type ReactNode, Suspense, useEffect } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import type { List } from '#web/lib/list/use-list.ts'
import { countOf, showRows, tick, usePicked } from '#web/model/bulk/picked.ts'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

/** Props of the bar of bulk actions. */
export interface BarOf {
  list: List<OrderListItem>
  /** Search and filters of the list, as one text. */
  scope: string
  columns: readonly { id: string }[]
  visibility: Record<string, boolean> | undefined
}

/** Search and filters of the list as one text: its call without page, size and order. */
const scopeOf = (query: Filters) =>
  JSON.stringify(Object.entries(query).filter(([name, value]) => value && !/^(page|per_page|order)/.test(name)))

/** The bar below the list, once orders are selected. `x` selects the focused row. */
export function BulkPart({ list, bar, ...shownAs }: Omit<BarOf, 'scope'> & { bar: (of: BarOf) => ReactNode }) {
  const { page, shown } = list
  const rows = page?.items
  const scope = scopeOf(shown)
  // Rows of the list before, which stay until these are there, are not selected as a page.
  const known = list.query.isPlaceholderData ? undefined : rows
  useEffect(() => showRows(known ?? [], scope), [known, scope])
  const select = (range: boolean) => () => {
    const row = focusedRow(rows ?? [])
    if (row) tick(row, range)
  }
  usePageActions([
    { keys: 'x', label: 'Select the row', move: true, run: select(false) },
    { keys: 'X', label: 'Select all rows up to this one', move: true, run: select(true) },
  ])
  const any = usePicked((now) => countOf(now) > 0)
  return (
    any &&
    rows && (
      <PartBoundary>
        <Suspense>{bar({ list, scope, ...shownAs })}</Suspense>
      </PartBoundary>
    )
  )
}
