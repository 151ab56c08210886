import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { type MadeDocument, type MadeKind, madeDocument } from '#contract/made-documents/made-documents.ts'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** The record that documents are made of. */
export type Subject = { orderId: number } | { containerId: number }

const pathOf = (subject: Subject) =>
  'orderId' in subject
    ? `request/booking/${subject.orderId}/made-documents`
    : `container/${subject.containerId}/made-documents`

/** Documents that can be made of an order or container, read again with the orders that they print. */
export const madeQuery = (subject: Subject) =>
  queryOptions({
    queryKey: [...ORDERS, 'made', subject],
    queryFn: ({ signal }) => request(z.array(madeDocument), pathOf(subject), { signal }),
    staleTime: 0,
  })

interface Making {
  kind: MadeKind
  pieces?: string
  ifChanged?: boolean
}

/** Makes a document, and shows it in the list at once. Rejects as the call does. */
export async function makeDocument(subject: Subject, body: Making): Promise<MadeDocument> {
  const made = await request(madeDocument, pathOf(subject), { method: 'POST', body })
  queryClient.setQueryData(madeQuery(subject).queryKey, (all) =>
    all?.map((each) => (each.kind === made.kind ? made : each)),
  )
  // A made document is one of the order's documents too.
  void queryClient.invalidateQueries({ queryKey: ORDERS })
  return made
}

/** The missing fields in words, 'Cargo cut-off and Vessel are missing'; '' if none is. */
export function missingText({ missing }: Pick<MadeDocument, 'missing'>): string {
  const labels = missing.map(({ label }) => label)
  const last = labels.pop()
  if (last === undefined) return ''
  return labels.length === 0 ? `${last} is missing` : `${labels.join(', ')} and ${last} are missing`
}

/** The unprintable characters alone: '李, 伟'. */
export const characters = (unprintable: readonly string[]) =>
  unprintable.map((each) => each.slice(each.indexOf(' ') + 1)).join(', ')
