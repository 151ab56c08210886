import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import { type Resource, toastsOf } from '#contract/lib/resource.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { type ListState, listQuery } from '#web/lib/list/list-state.ts'
import { request } from './api.ts'
import { CHOICES, queryClient, refreshChoices } from './query-client.ts'

/** Values that a list is narrowed by, by column; undefined is any. */
export type Filters = Record<string, string | number | undefined>

const OFFERED = 50

/** Query options of a resource: a page of its list, all of it (for short selects), what a select that searches offers, one record. */
export function resourceQueries<Row extends z.ZodObject>(resource: Pick<Resource<Row>, 'path' | 'row' | 'sortable'>) {
  const { path, row } = resource
  const sortKeys = Object.fromEntries(resource.sortable.map((key) => [key, key]))
  const page = (query: Filters, signal?: AbortSignal) =>
    request(listOf(row), `${path}/get_all`, { query, signal }) as Promise<Page<z.output<Row>>>
  return {
    list: (state: ListState, filters: Filters = {}) =>
      queryOptions({
        queryKey: [path, 'list', state, filters],
        queryFn: ({ signal }) => page({ ...listQuery(state, sortKeys), search: state.search, ...filters }, signal),
        placeholderData: keepPreviousData,
      }),
    all: () =>
      queryOptions({
        queryKey: [CHOICES, path, 'all'],
        queryFn: async () => (await page({ page: 1, per_page: MAX_PER_PAGE })).items,
        staleTime: 60_000,
      }),
    offered: (search: string, filters: Filters = {}) =>
      queryOptions({
        queryKey: [CHOICES, path, 'offered', search, filters],
        queryFn: async ({ signal }) => (await page({ page: 1, per_page: OFFERED, search, ...filters }, signal)).items,
        placeholderData: keepPreviousData,
        staleTime: 60_000,
      }),
    get: (id: number) =>
      queryOptions({ queryKey: [path, 'one', id], queryFn: () => request(row, `${path}/get/${id}`) }),
  }
}

/** Reads everything of a resource anew, and what is offered to choose from: that names records of several resources. */
export const refreshResource = ({ path }: Pick<Resource, 'path'>) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: [path] }), refreshChoices()])

/** Adds (no id) or edits a record, then refreshes its lists and says so. Failures are the caller's to show. */
export function useSave<Row extends z.ZodObject, Input extends z.ZodObject>(resource: Resource<Row, Input>) {
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: Partial<z.output<Input>> & { updatedAt?: string } }) =>
      id === null
        ? request(resource.row, `${resource.path}/add`, { method: 'POST', body: values })
        : request(resource.row, `${resource.path}/edit/${id}`, { method: 'PUT', body: values }),
    onSuccess: async (_row, { id }) => {
      const texts = toastsOf(resource)
      showSuccess(id === null ? texts.created : texts.updated)
      await refreshResource(resource)
    },
  })
}

/** Deletes a record, then refreshes its lists and says so. */
export function useRemove(resource: Pick<Resource, 'path' | 'name' | 'toasts'>) {
  return useMutation({
    mutationFn: (id: number) => request(z.unknown(), `${resource.path}/delete/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      showSuccess(toastsOf(resource).removed)
      await refreshResource(resource)
    },
  })
}
