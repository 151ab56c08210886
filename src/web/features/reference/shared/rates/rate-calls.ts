import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import type { RateEntity } from '#contract/rates/rate-entities.ts'
import {
  RATE_HISTORY_PATH,
  type RateChangeInput,
  type RateDiffRow,
  type RateSet,
  rateDiff,
  rateDiffRow,
  rateHistory,
  rateSets,
  simulation,
  undoneSet,
} from '#contract/rates/rate-sets.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type Filters, listCall } from '#web/lib/list/list-call.ts'
import { ALL_ROWS } from '#web/lib/list/list-state.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import type { RateSpec } from './rate-specs.ts'

const SETS = resourceQueries(rateSets)
const BY_TIME = { column: 'validFrom', descending: false }

/** Sets of one state, or of all; by the time at which they take effect. */
export const setsQuery = (state: string | readonly string[] | undefined) =>
  queryOptions({
    queryKey: [rateSets.key, 'by time', state],
    queryFn: async ({ signal }) => (await SETS.list({ state }).read({ ...ALL_ROWS, sort: BY_TIME }, signal)).items,
  })

/** Sets that are prepared or scheduled, by their time. */
export const openSetsQuery = setsQuery(['draft', 'scheduled'])

export const setQuery = (id: number) => SETS.get(id)

const pathOf = (id: number) => `${rateSets.path}/${id}`

/** The changes of a set, page by page. */
export const diffCall = (id: number) =>
  listCall({ key: [rateSets.key, 'changes', String(id)], path: `${pathOf(id)}/diff`, row: rateDiffRow })

/** The records of a page of rates, all at once: unlike a page of a list, they are read again as others change them. */
export const recordsQuery = (resource: RateSpec['resource'], search: string, filters: Filters = {}) =>
  queryOptions({
    queryKey: [resource.key, 'rates', search, filters],
    queryFn: ({ signal }) =>
      resourceQueries(resource)
        .list(filters)
        .read({ ...ALL_ROWS, search }, signal),
    placeholderData: keepPreviousData,
  })

/** All changes of a set. */
export const diffQuery = (id: number) =>
  queryOptions({
    queryKey: [rateSets.key, 'diff', id],
    queryFn: async ({ signal }) => {
      const rows: RateDiffRow[] = []
      for (let page = 1; ; page++) {
        const read = await request(rateDiff, `${pathOf(id)}/diff`, { query: { page, per_page: MAX_PER_PAGE }, signal })
        rows.push(...read.items)
        if (rows.length >= read.totalCount || read.items.length === 0) return rows
      }
    },
  })

/** Reads everything about sets again. */
export const refreshSets = () => queryClient.invalidateQueries({ queryKey: [rateSets.key] })

/** Writes changes into a set and reads it again. Throws 400 at `changes.0.…`, and 409 for a set that is closed. */
export async function writeChanges(id: number, changes: readonly RateChangeInput[]): Promise<void> {
  await request(rateDiff, `${pathOf(id)}/changes`, { method: 'PUT', body: { changes } })
  await refreshSets()
}

/** What is done to a whole set. */
export type SetAct = 'schedule' | 'apply' | 'cancel'

export const actOnSet = (id: number, act: SetAct, body: object, idempotencyKey: string): Promise<RateSet> =>
  request(rateSets.row, `${pathOf(id)}/${act}`, { method: 'POST', body, idempotencyKey })

export const undoSet = (id: number, idempotencyKey: string) =>
  request(undoneSet, `${pathOf(id)}/undo`, { method: 'POST', body: {}, idempotencyKey })

/** What a set would have done to the last quotes; counted again for another version of it. */
export const simulationQuery = ({ id, updatedAt }: Pick<RateSet, 'id' | 'updatedAt'>, quotes: number) =>
  queryOptions({
    queryKey: [rateSets.key, 'simulation', id, updatedAt, quotes],
    queryFn: ({ signal }) =>
      request(simulation, `${pathOf(id)}/simulate`, { method: 'POST', body: { quotes }, signal }),
    gcTime: 0,
  })

/** The values of a record over time, newest first. */
export const historyQuery = (entity: RateEntity, recordId: number) =>
  queryOptions({
    queryKey: [RATE_HISTORY_PATH, entity, recordId],
    queryFn: ({ signal }) =>
      request(rateHistory, RATE_HISTORY_PATH, { query: { entity, recordId, per_page: MAX_PER_PAGE }, signal }),
    staleTime: 0,
  })
