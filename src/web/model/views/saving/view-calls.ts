import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { listOf, nothing } from '#contract/lib/envelope.ts'
import { type View, type ViewedList, view } from '#contract/views/view.ts'
import { viewCounts, type viewInput, type viewPatch, type viewPrefsInput } from '#contract/views/views.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { NO_VIEWS, viewsQuery } from '#web/model/views/shown-view.ts'

const COUNT_MS = 60_000

/** Counts of rows by view, read again every minute, except in a hidden tab of the browser. */
export const countsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['views', 'counts', ids.join()],
    queryFn: ({ signal }) => request(viewCounts, 'views/counts', { query: { ids: ids.join() }, signal }),
    enabled: ids.length > 0,
    // A view's tab that comes into sight does not empty the others.
    placeholderData: keepPreviousData,
    staleTime: COUNT_MS,
    refetchInterval: COUNT_MS,
  })

/** The deleted views that this person can restore. */
export const deletedViewsQuery = (list: ViewedList) =>
  queryOptions({
    queryKey: ['views', 'deleted', list],
    queryFn: async ({ signal }) =>
      (await request(listOf(view), 'views', { query: { list, deleted: '1' }, signal })).items,
    staleTime: 0,
  })

/** Reads the views again, and waits until they are there. */
const refresh = (list: ViewedList) => queryClient.invalidateQueries({ queryKey: viewsQuery(list).queryKey })

/** Puts a view that was just saved into the cache, before the list of views is read again. */
function know(saved: View): void {
  queryClient.setQueryData(viewsQuery(saved.list).queryKey, (seen = NO_VIEWS) => ({
    ...seen,
    views: seen.views.some(({ id }) => id === saved.id)
      ? seen.views.map((each) => (each.id === saved.id ? saved : each))
      : [...seen.views, saved],
  }))
  void queryClient.invalidateQueries({ queryKey: ['views'] })
}

/** Saves a new view. Failures are the caller's to show. */
export async function addView(body: z.input<typeof viewInput>, { pinned }: { pinned: boolean }): Promise<View> {
  const added = await request(view, 'views', { method: 'POST', body })
  const saved = pinned ? await putPrefs(added.id, { pinned }) : added
  know(saved)
  showSuccess(`View "${saved.name}" saved`)
  return saved
}

/** Changes a view. Failures are the caller's to show. */
export async function changeView(id: number, body: z.input<typeof viewPatch>): Promise<View> {
  const saved = await request(view, `views/${id}`, { method: 'PUT', body })
  know(saved)
  showSuccess(`View "${saved.name}" saved`)
  return saved
}

const putPrefs = (id: number, body: z.input<typeof viewPrefsInput>) =>
  request(view, `views/${id}/prefs`, { method: 'PUT', body })

/** Remembers the view that was opened, for the person's next bare address. A failure loses no more than that. */
export function rememberView(list: ViewedList, name: string): void {
  const { queryKey } = viewsQuery(list)
  const seen = queryClient.getQueryData(queryKey)
  if (!seen || seen.last === name) return
  queryClient.setQueryData(queryKey, { ...seen, last: name })
  void request(nothing, 'views/last', { method: 'PUT', body: { list, view: name } }).catch(() => {})
}

/** Pins a view, moves it among the pinned ones, or opens the list with it. */
export const usePrefs = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & z.input<typeof viewPrefsInput>) => putPrefs(id, body),
    onSuccess: know,
    onError: (error) => showError(error),
  })

/** Exchanges the places of two pinned views. */
export const useSwap = () =>
  useMutation({
    mutationFn: async ([one, other]: readonly [View, View]) => {
      await putPrefs(one.id, { position: other.position })
      return putPrefs(other.id, { position: one.position })
    },
    onSuccess: ({ list }) => refresh(list),
    onError: (error) => showError(error),
  })

export const useRemoveView = ({ id, list }: View) =>
  useMutation({
    mutationFn: () => request(nothing, `views/${id}`, { method: 'DELETE' }),
    onSuccess: () => refresh(list),
  })

export const useRestoreView = () =>
  useMutation({
    mutationFn: (id: number) => request(view, `views/${id}/restore`, { method: 'POST' }),
    onSuccess: async (restored) => {
      know(restored)
      await queryClient.invalidateQueries({ queryKey: deletedViewsQuery(restored.list).queryKey })
      showSuccess(`View "${restored.name}" restored`)
    },
    onError: (error) => showError(error),
  })
