import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, type Page } from '#contract/lib/envelope.ts'
import { orderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { events } from '#contract/reference/events.ts'
import { searchReply } from '#contract/search/search.ts'
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
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { ALL_ROWS } from '#web/lib/list/list-state.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'

/** The three lists of the templates screen. */
export const mailsList = listCall({
  key: ['templates', 'mails'],
  path: `${mailTemplates.path}/get_all`,
  row: templateListItem,
  sortKeys: mailTemplates.sortable,
})
export const blocksList = listCall({
  key: ['templates', 'blocks'],
  path: `${htmlBlocks.path}/get_all`,
  row: htmlBlocks.row,
  sortKeys: htmlBlocks.sortable,
})
export const variablesList = listCall({
  key: ['templates', 'variables'],
  path: `${templateVariables.path}/get_all`,
  row: templateVariables.row,
  sortKeys: templateVariables.sortable,
})

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
  queryFn: async ({ signal }) => (await blocksList.read(ALL_ROWS, signal)).items,
})
export const allVariablesQuery = queryOptions({
  queryKey: ['templates', 'variables', 'all'],
  queryFn: async ({ signal }) => (await variablesList.read(ALL_ROWS, signal)).items,
})
export const eventsQuery = resourceQueries(events).all()

interface OrderChoice {
  value: string
  label: string
}
const orderChoice = (id: number, code: string, who: string): OrderChoice => ({
  value: String(id),
  label: [formatTrackingCode(code), who].filter(Boolean).join(' · '),
})

async function newestOrders(signal: AbortSignal): Promise<OrderChoice[]> {
  const query = { page: 1, per_page: 10 }
  const { items } = await request(listOf(orderListItem), 'request/booking/get_all', { query, signal })
  return items.map((order) => orderChoice(order.id, trackingCodeOf(order), order.companyName || order.yourName))
}

async function findOrders(q: string, signal: AbortSignal): Promise<OrderChoice[]> {
  const { groups } = await request(searchReply, 'search', { query: { q }, signal })
  return groups.orders.items.map(({ id, title, detail }) => orderChoice(id, title, detail))
}

/** The newest orders, or those that the box finds by a code, a company or another name, as choices. */
export const ordersToShowQuery = (search: string) =>
  queryOptions({
    queryKey: ['templates', 'orders', search],
    queryFn: ({ signal }) => (search === '' ? newestOrders(signal) : findOrders(search, signal)),
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
    queryClient.invalidateQueries({ queryKey: [events.key] }),
    refreshChoices(),
  ])

/** Saves the description of a variable as read (`from`), and updates the list at once. */
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
