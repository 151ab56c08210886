import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  ARTICLE_SORT_KEYS,
  ARTICLE_TOASTS,
  type ArticleListItem,
  type ArticleType,
  articleListItem,
  articlePositions,
  articles,
} from '#contract/blog/articles.ts'
import { listOf, MAX_PER_PAGE, nothing, type Page } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { listCall } from '#web/lib/list/list-call.ts'

const page = listOf(articleListItem)

/** The articles of a section, newest first. */
export const articlesCall = (type: ArticleType) =>
  listCall({
    key: ['articles'],
    path: 'article/get_all',
    row: articleListItem,
    sortKeys: ARTICLE_SORT_KEYS,
    filters: { type },
    startSort: { column: 'customCreatedAt', descending: true },
  })

export const articleQuery = (id: number) =>
  queryOptions({
    queryKey: ['articles', 'one', id],
    queryFn: ({ signal }) => request(articles.row, `article/get/${id}`, { signal }),
  })

/** Articles to choose from for a section's slots, newest first. */
export const visibleQuery = (type: ArticleType) =>
  queryOptions({
    queryKey: ['articles', 'visible', type],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: MAX_PER_PAGE, type, visibility: 'true', 'order[customCreatedAt]': 'desc' }
      return (await request(page, 'article/get_all', { query, signal })).items
    },
  })

export const positionsQuery = queryOptions({
  queryKey: ['articles', 'positions'],
  queryFn: ({ signal }) => request(articlePositions, 'article/position', { signal }),
})

export const refreshArticles = () => queryClient.invalidateQueries({ queryKey: ['articles'] })

/** Shows the flipped switch before the server has answered. */
function showVisibility(id: number, visibility: boolean): void {
  queryClient.setQueriesData<Page<ArticleListItem>>(
    { queryKey: ['articles', 'list'] },
    (list) => list && { ...list, items: list.items.map((row) => (row.id === id ? { ...row, visibility } : row)) },
  )
}

/** Flips the visibility at once, and back with an error if the server refuses. */
export const useVisibility = () =>
  useMutation({
    mutationFn: ({ id, visibility, previewImageId }: Pick<ArticleListItem, 'id' | 'visibility' | 'previewImageId'>) =>
      request(articles.row, `article/edit/${id}`, { method: 'PUT', body: { visibility, previewImageId } }),
    onMutate: ({ id, visibility }) => showVisibility(id, visibility),
    onSuccess: () => showSuccess(ARTICLE_TOASTS.visibility),
    onError: (error, { id, visibility }) => {
      showVisibility(id, !visibility)
      showError(error)
    },
    onSettled: refreshArticles,
  })

export const useRemoveArticle = () =>
  useMutation({
    mutationFn: (id: number) => request(nothing, `article/delete/${id}`, { method: 'DELETE' }),
    onSuccess: async (_, id) => {
      showSuccess(ARTICLE_TOASTS.removed)
      queryClient.removeQueries({ queryKey: articleQuery(id).queryKey })
      await refreshArticles()
    },
    onError: (error) => showError(error),
  })
