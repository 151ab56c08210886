import { useMemo } from 'react'
import type { ListCall } from '#web/lib/list/list-call.ts'
import { useList } from '#web/lib/list/use-list.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { inOrder, useRowHeight } from './shown-view.ts'
import type { ShownView } from './view-state.ts'

/**
 * The list that a view shows, by a call that the view narrows: its rows, those of all columns that the view
 * has, in its order, and the height of its rows.
 */
export function useViewedList<Row>(shown: ShownView | null, all: readonly Column<Row>[], call: ListCall<Row>) {
  const list = useList(call, { base: shown?.base, waiting: !shown })
  const columns = useMemo(() => inOrder(all, shown?.columns), [all, shown?.columns])
  return { shown, all, list, columns, compact: useRowHeight(shown) }
}
export type ViewedRows<Row> = ReturnType<typeof useViewedList<Row>>
