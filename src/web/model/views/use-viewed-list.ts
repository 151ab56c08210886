import { useMemo } from 'react'
import type { ListCall } from '#web/lib/list/list-call.ts'
import type { ListBase } from '#web/lib/list/list-state.ts'
import { useList } from '#web/lib/list/use-list.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { inOrder, useRowHeight } from './shown-view.ts'
import type { ShownView } from './view-state.ts'

/**
 * The list that a view shows, by a call that the view narrows: its rows, those of all columns that the view
 * has, in its order, and the height of its rows. `usual` is what the address leaves out without a saved view.
 */
export function useViewedList<Row>(
  shown: ShownView | null,
  all: readonly Column<Row>[],
  call: ListCall<Row>,
  usual?: ListBase,
) {
  const base = useMemo(() => (shown?.viewed?.view ? shown.base : { ...shown?.base, ...usual }), [shown, usual])
  const list = useList(call, { base, waiting: !shown })
  const columns = useMemo(() => inOrder(all, shown?.columns), [all, shown?.columns])
  return { shown, all, list, columns, compact: useRowHeight(shown) }
}
export type ViewedRows<Row> = ReturnType<typeof useViewedList<Row>>
