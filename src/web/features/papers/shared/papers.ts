import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { nothing } from '#contract/lib/envelope.ts'
import { type Document, document } from '#contract/orders/orders.ts'
import { asked, askPreview, paper, type paperInput, type paperPatch, papersOfOrder } from '#contract/papers/papers.ts'
import { ATTENTION } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { upload } from '#web/lib/api/upload.ts'

const path = (orderId: number) => `request/booking/${orderId}/requirements`

/** The papers of an order. The key is below that of orders: what changes them changes this. */
export const papersQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'papers', orderId],
    queryFn: ({ signal }) => request(papersOfOrder, path(orderId), { signal }),
  })

/** Reads the order with its papers again, and the queue. */
const refresh = () =>
  Promise.all([['orders'], ATTENTION].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Changes a paper. Throws a 409 if somebody else has. */
export const changePaper = (orderId: number, id: number, body: z.input<typeof paperPatch>) =>
  request(paper, `${path(orderId)}/${id}`, { method: 'PUT', body }).finally(refresh)

/** Adds a paper of the order's own. */
export const addPaper = (orderId: number, body: z.input<typeof paperInput>) =>
  request(paper, path(orderId), { method: 'POST', body }).finally(refresh)

const stored = z.object({ items: z.array(document) })

/** Uploads a file for a paper; its uploader counts as having seen it. */
export async function uploadPaper(orderId: number, { id, categoryId }: { id: number; categoryId: number }, file: File) {
  const form = new FormData()
  form.append('files[]', file, file.name)
  const { items } = await upload(stored, `admin/document/upload/${categoryId}`, form, {})
  return changePaper(orderId, id, { documentId: items[0]?.id ?? null, state: 'accepted' })
}

/** Uses a document of the order for a paper. */
export const linkPaper = (orderId: number, id: number, { id: documentId }: Pick<Document, 'id'>) =>
  changePaper(orderId, id, { documentId, state: 'accepted' })

interface Asking {
  ids: number[]
  emailTemplateId: number | null
}

/** The mail that asks the client for papers, as it would be sent. */
export const askPreviewQuery = (orderId: number, body: Asking) =>
  queryOptions({
    queryKey: ['orders', 'papers', orderId, 'ask', body],
    queryFn: ({ signal }) => request(askPreview, `${path(orderId)}/ask/preview`, { method: 'POST', body, signal }),
    enabled: body.ids.length > 0,
    staleTime: 0,
  })

/** Asks the client for papers with one mail. */
export const askForPapers = (orderId: number, body: Asking, idempotencyKey: string) =>
  request(asked, `${path(orderId)}/ask`, { method: 'POST', body, idempotencyKey }).finally(refresh)

/** Revokes an upload link. */
export const revokeLink = (orderId: number, linkId: number) =>
  request(nothing, `request/booking/${orderId}/upload-links/${linkId}`, { method: 'DELETE' }).finally(refresh)
