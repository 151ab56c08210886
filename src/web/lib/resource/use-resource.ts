import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { type Resource, recordUses, toastsOf } from '#contract/lib/resource.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES, queryClient, refreshChoices } from '#web/lib/api/query-client.ts'
import { showAdded, showSuccess, type ToastLink } from '#web/lib/feedback/toast.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { type Filters, listCall } from '#web/lib/list/list-call.ts'
import { ALL_ROWS } from '#web/lib/list/list-state.ts'

const OFFERED = 50

/** Queries of a resource: its list, all of it (for short selects), a select that searches, one record. */
export function resourceQueries<Row extends z.ZodObject>(
  resource: Pick<Resource<Row>, 'key' | 'path' | 'row' | 'sortable'>,
) {
  const { key, path, row, sortable } = resource
  const list = (filters: Filters = {}) =>
    listCall({ key: [key], path: `${path}/get_all`, row, sortKeys: sortable, filters })
  return {
    list,
    all: () =>
      queryOptions({
        queryKey: [CHOICES, key, 'all'],
        queryFn: async () => (await list().read(ALL_ROWS)).items,
        staleTime: 60_000,
      }),
    offered: (search: string, filters: Filters = {}) =>
      queryOptions({
        queryKey: [CHOICES, key, 'offered', search, filters],
        queryFn: async ({ signal }) =>
          (await list(filters).read({ ...ALL_ROWS, perPage: OFFERED, search }, signal)).items,
        placeholderData: keepPreviousData,
        staleTime: 60_000,
      }),
    get: (id: number) => queryOptions({ queryKey: [key, 'one', id], queryFn: () => request(row, `${path}/get/${id}`) }),
  }
}

/** Refreshes everything read of a resource, and all lists to choose from, which may name its records. */
export const refreshResource = ({ key }: Pick<Resource, 'key'>) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: [key] }), refreshChoices()])

/**
 * Adds (no id) or edits a record, then refreshes its lists and shows the toast. `linkTo` leads from the toast
 * to a new record, which lists mark. Failures are the caller's to show.
 */
export function useSave<Row extends z.ZodObject, Input extends z.ZodObject>(
  resource: Resource<Row, Input>,
  linkTo?: (row: z.output<Row>) => ToastLink,
) {
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: Partial<z.output<Input>> & { updatedAt?: string } }) =>
      id === null
        ? request(resource.row, `${resource.path}/add`, { method: 'POST', body: values })
        : request(resource.row, `${resource.path}/edit/${id}`, { method: 'PUT', body: values }),
    onSuccess: async (row, { id }) => {
      const texts = toastsOf(resource)
      if (id === null) markAdded(resourceQueries<Row>(resource).list(), Number(row.id))
      await refreshResource(resource)
      if (id === null && linkTo) showAdded(texts.created, linkTo(row))
      else showSuccess(id === null ? texts.created : texts.updated)
    },
  })
}

/** The uses that prevent deleting a record, read again whenever the question opens. */
export const usesQuery = ({ key, path }: Pick<Resource, 'key' | 'path'>, id: number) =>
  queryOptions({
    queryKey: [key, 'uses', id],
    queryFn: ({ signal }) => request(recordUses, `${path}/uses/${id}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Deletes a record, then refreshes its lists and shows the toast. Failures are the caller's to show. */
export function useRemove(resource: Pick<Resource, 'key' | 'path' | 'name' | 'toasts'>) {
  return useMutation({
    mutationFn: (id: number) => request(z.unknown(), `${resource.path}/delete/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      showSuccess(toastsOf(resource).removed)
      await refreshResource(resource)
    },
  })
}
