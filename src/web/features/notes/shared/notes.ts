import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { nothing } from '#contract/lib/envelope.ts'
import { type NotePatch, note, type noteInput, notePage } from '#contract/notes/notes.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const pathOf = (orderId: number) => `request/booking/${orderId}/notes`
const keyOf = (orderId: number) => ['notes', orderId]

/** The newest notes of an order. */
export const notesQuery = (orderId: number, most = 50) =>
  queryOptions({
    queryKey: [...keyOf(orderId), most],
    queryFn: ({ signal }) => request(notePage, pathOf(orderId), { query: { per_page: most }, signal }),
    placeholderData: (before) => before,
  })

const refresh = (orderId: number) => queryClient.invalidateQueries({ queryKey: keyOf(orderId) })

/** Adds a note; a repeated key adds it once. */
export async function addNote(orderId: number, body: z.input<typeof noteInput>, idempotencyKey: string) {
  await request(note, pathOf(orderId), { method: 'POST', body, idempotencyKey })
  await refresh(orderId)
}

/** Changes a note. The list is read again, even if a colleague was faster. */
export async function changeNote(
  { orderId, id }: { orderId: number; id: number },
  body: Partial<Omit<NotePatch, 'updatedAt'>> & { updatedAt?: string },
) {
  try {
    await request(note, `${pathOf(orderId)}/${id}`, { method: 'PUT', body })
  } finally {
    await refresh(orderId)
  }
}

/** Removes a note. */
export async function removeNote({ orderId, id }: { orderId: number; id: number }) {
  await request(nothing, `${pathOf(orderId)}/${id}`, { method: 'DELETE' })
  await refresh(orderId)
}
