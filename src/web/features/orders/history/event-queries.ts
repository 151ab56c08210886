import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '#web/lib/api/api.ts'

/** A template's mail with an order's data, as HTML. */
export const previewQuery = (templateId: number, orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'preview', orderId, templateId],
    queryFn: ({ signal }) => request(z.string(), `template/email/${templateId}/preview/${orderId}`, { signal }),
    staleTime: 0,
  })
