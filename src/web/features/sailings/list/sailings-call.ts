import type { FilterTexts } from '#contract/lib/filters.ts'
import { SAILING_STATUSES } from '#contract/sailings/sailing-codes.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import type { ShownView } from '#web/model/views/view-state.ts'

/** Statuses of sailings that cargo can still go with. */
const NOT_DEPARTED = ['planned', 'closed']

/** The statuses behind a value of the filter; by default not departed, undefined for all. */
const statusesOf = (filter: string | undefined) =>
  filter === 'all' ? undefined : SAILING_STATUSES.some((each) => each === filter) ? filter : NOT_DEPARTED

/** The screen's own filter of statuses, as a view has it. */
export function impliedFilters(filter: string | undefined): FilterTexts {
  const statuses = statusesOf(filter)
  return statuses === undefined ? {} : { status: `in:${[statuses].flat().join()}` }
}

/** The list of sailings, the next cut-off first, narrowed by the screen's own filter or by a view. */
export const sailingsCall = (filter: string | undefined, { filters = {}, viewed }: Partial<ShownView> = {}) =>
  listCall({
    key: [sailings.key],
    path: `${sailings.path}/get_all`,
    row: sailings.row,
    sortKeys: sailings.sortable,
    filters: { status: viewed?.view || filters['f.status'] ? undefined : statusesOf(filter), ...filters },
    startSort: { column: 'nextCutOffAt', descending: false },
  })
