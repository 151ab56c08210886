import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import { orderListItem } from '#contract/orders/orders.ts'
import { events } from '#contract/reference/events.ts'
import {
  htmlBlocks,
  type LivePreviewInput,
  mailTemplates,
  renderedPreview,
  TEMPLATE_TOASTS,
  type TemplateVariableRecord,
  templateListItem,
  templateVariables,
  testMailReply,
} from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient, refreshChoices } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/api/use-resource.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { type ListState, listQuery } from '#web/lib/list/list-state.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'

const EVERYTHING = { page: 1, per_page: MAX_PER_PAGE }
const sorts = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, key]))

const pageOf =
  <Row extends z.ZodType>(path: string, row: Row, keys: readonly string[]) =>
  (state: ListState, signal: AbortSignal) =>
    request(listOf(row), `${path}/get_all`, {
      query: { ...listQuery(state, sorts(keys)), search: state.search },
      signal,
    })

/** The three lists of the templates screen. */
export const mailsList = {
  key: ['templates', 'mails'],
  read: pageOf(mailTemplates.path, templateListItem, mailTemplates.sortable),
}
export const blocksList = {
  key: ['templates', 'blocks'],
  read: pageOf(htmlBlocks.path, htmlBlocks.row, htmlBlocks.sortable),
}
export const variablesList = {
  key: ['templates', 'variables'],
  read: pageOf(templateVariables.path, templateVariables.row, templateVariables.sortable),
}

export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: ['templates', 'mails', 'one', id],
    queryFn: ({ signal }) => request(mailTemplates.row, `${mailTemplates.path}/get/${id}`, { signal }),
    staleTime: 0,
  })
export const blockQuery = (id: number) =>
  queryOptions({
    queryKey: ['templates', 'blocks', 'one', id],
    queryFn: ({ signal }) => request(htmlBlocks.row, `${htmlBlocks.path}/get/${id}`, { signal }),
    staleTime: 0,
  })

export const allBlocksQuery = queryOptions({
  queryKey: ['templates', 'blocks', 'all'],
  queryFn: async ({ signal }) =>
    (await request(listOf(htmlBlocks.row), `${htmlBlocks.path}/get_all`, { query: EVERYTHING, signal })).items,
})
export const allVariablesQuery = queryOptions({
  queryKey: ['templates', 'variables', 'all'],
  queryFn: async ({ signal }) =>
    (await request(listOf(templateVariables.row), `${templateVariables.path}/get_all`, { query: EVERYTHING, signal }))
      .items,
})
export const eventsQuery = resourceQueries(events).all()

/** The newest orders, or those whose tracking code begins as typed. */
export const ordersToShowQuery = (search: string) =>
  queryOptions({
    queryKey: ['templates', 'orders', search],
    queryFn: async ({ signal }) =>
      (
        await request(listOf(orderListItem), 'request/booking/get_all', {
          query: { page: 1, per_page: 10, search },
          signal,
        })
      ).items,
    staleTime: 30_000,
  })

export type Draft = Partial<LivePreviewInput> & { content: string }

export const previewQuery = (draft: Draft) =>
  queryOptions({
    queryKey: ['templates', 'preview', draft],
    queryFn: ({ signal }) =>
      request(renderedPreview, 'template/email/live_preview', { method: 'POST', body: draft, signal }),
    retry: false,
    gcTime: 0,
  })

export const refreshTemplates = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['templates'] }),
    queryClient.invalidateQueries({ queryKey: [events.path] }),
    refreshChoices(),
  ])

/** Saves the description of a variable as it was read (`from`), and shows it at once where the list does. */
export async function saveDescription(from: TemplateVariableRecord, description: string, ask: AskSides): Promise<void> {
  const { path, row } = templateVariables
  const saved = await saveMerging<TemplateVariableRecord>({
    base: from,
    values: { description },
    ask,
    readCurrent: (data) => row.safeParse(data).data ?? null,
    send: (changes, updatedAt, current) =>
      request(row, `${path}/edit/${from.id}`, { method: 'PUT', body: { ...current, ...changes, updatedAt } }),
  })
  queryClient.setQueriesData<Page<TemplateVariableRecord>>(
    { queryKey: [...variablesList.key, 'list'] },
    (list) => list && { ...list, items: list.items.map((each) => (each.id === saved.id ? saved : each)) },
  )
  showSuccess(TEMPLATE_TOASTS.variableUpdated)
  void refreshTemplates()
}

const remover = (path: string, toast: string) => ({
  mutationFn: (id: number) => request(z.null(), `${path}/delete/${id}`, { method: 'DELETE' }),
  onSuccess: async () => {
    showSuccess(toast)
    await refreshTemplates()
  },
  onError: (error: unknown) => showError(error),
})
export const useRemoveMail = () => useMutation(remover(mailTemplates.path, TEMPLATE_TOASTS.mailRemoved))
export const useRemoveBlock = () => useMutation(remover(htmlBlocks.path, TEMPLATE_TOASTS.blockRemoved))

export const useCopyMail = () =>
  useMutation({
    mutationFn: (id: number) =>
      request(mailTemplates.row, `${mailTemplates.path}/add`, { method: 'POST', body: { copyOf: id } }),
    onSuccess: async () => {
      showSuccess(TEMPLATE_TOASTS.mailCopied)
      await refreshTemplates()
    },
    onError: (error) => showError(error),
  })

export const useSendTest = () =>
  useMutation({
    mutationFn: (draft: Draft) => request(testMailReply, 'template/email/test', { method: 'POST', body: draft }),
    onError: (error) => showError(error),
  })
