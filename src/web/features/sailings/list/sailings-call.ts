import { SAILING_STATUSES } from '#contract/sailings/sailing-codes.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { listCall } from '#web/lib/list/list-call.ts'

/** What the filter calls sailings that cargo can still go with. */
const NOT_DEPARTED = ['planned', 'closed']

/** The statuses that a filter's value shows; undefined shows all. Without one, what has not departed. */
const statusesOf = (filter: string | undefined) =>
  filter === 'all' ? undefined : SAILING_STATUSES.some((each) => each === filter) ? filter : NOT_DEPARTED

/** The list of sailings in a status, the next cut-off first. */
export const sailingsCall = (filter: string | undefined) =>
  listCall({
    key: [sailings.path],
    path: `${sailings.path}/get_all`,
    row: sailings.row,
    sortKeys: sailings.sortable,
    filters: { status: statusesOf(filter) },
    startSort: { column: 'nextCutOffAt', descending: false },
  })
