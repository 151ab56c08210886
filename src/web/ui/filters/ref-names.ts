import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import { type FilterField, ME } from '#contract/lib/filters.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { CHOICES, queryClient } from '#web/lib/api/query-client.ts'

/** A field whose values are records. */
export type RefField = Extract<FilterField, { kind: 'ref' }>

/** The most choices offered at a time. */
const OFFERED = 50
const STALE_MS = 60_000
const ME_LABEL = 'Me'

const record = z.looseObject({ id: z.int() })
const named = ({ name }: RefField, row: z.infer<typeof record>) => ({ value: String(row.id), label: String(row[name]) })

/** Records to choose from that a text finds; staff come all at once. */
const offeredQuery = (field: RefField, search: string) =>
  queryOptions({
    queryKey: [CHOICES, 'filter', field.from, field.me ? '' : search],
    queryFn: async ({ signal }) => {
      const query = field.me ? {} : { page: 1, per_page: OFFERED, search }
      const { items } = await request(listOf(record), field.from, { query, signal })
      return items.map((row) => named(field, row))
    },
    staleTime: STALE_MS,
  })

/** Choices for a filter of this field and a typed text. */
export function useOffered(field: RefField, search: string) {
  const { data = [], isFetching } = useQuery(offeredQuery(field, search))
  return { offered: field.me ? [{ value: ME, label: ME_LABEL }, ...data] : data, isFetching }
}

/** The name of one record; null for one that is gone. */
const nameQuery = (field: RefField, id: string) =>
  queryOptions({
    queryKey: [CHOICES, 'filter', field.from, 'name', id],
    queryFn: async ({ signal }) => {
      try {
        return named(field, await request(record, `${field.from}/${id}`, { signal })).label
      } catch (error) {
        if (error instanceof ApiError && error.code === 404) return null
        throw error
      }
    },
    staleTime: STALE_MS,
  })

/** Names of several records, each read once; `useQueries` would be a part of the first screen. */
const namesQuery = (field: RefField, ids: readonly string[]) =>
  queryOptions({
    queryKey: [CHOICES, 'filter', field.from, 'names', ids.join()],
    queryFn: () => Promise.all(ids.map((id) => queryClient.fetchQuery(nameQuery(field, id)))),
    enabled: !field.me && ids.length > 0,
    staleTime: STALE_MS,
  })

const goneName = ({ me, label }: RefField) => (me ? 'former colleague' : `deleted ${label.toLowerCase()}`)

/** Names of records: '…' until one is known, 'deleted depot' for one that is gone. */
export function useRefNames(field: RefField, ids: readonly string[]): string[] {
  const { data: staff } = useQuery({ ...offeredQuery(field, ''), enabled: field.me === true })
  const { data: names } = useQuery(namesQuery(field, ids))
  return ids.map((id, at) => {
    if (id === ME) return ME_LABEL
    if (field.me) return staff ? (staff.find(({ value }) => value === id)?.label ?? goneName(field)) : '…'
    const name = names?.[at]
    return name === undefined ? '…' : (name ?? goneName(field))
  })
}
