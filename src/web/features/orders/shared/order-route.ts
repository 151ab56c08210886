import { redirect } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { recordId } from '#web/lib/browser/record-id.ts'

/** The common part of routes with an $orderId: a bad id leads to the list, a good one loads the order. */
export const ofOneOrder = {
  params: {
    parse: ({ orderId }: { orderId: string }) => ({ orderId: recordId(orderId) }),
    stringify: ({ orderId }: { orderId: number }) => ({ orderId: String(orderId) }),
  },
  beforeLoad: ({ params }: { params: { orderId: number } }) => {
    if (params.orderId === 0) throw redirect({ to: '/orders', replace: true })
  },
  loader: ({ params }: { params: { orderId: number } }) => {
    // A part outside the first screen's JavaScript; the page says so if it fails to load.
    import('./orders.ts').then(({ loadOrder }) => loadOrder(queryClient, params.orderId)).catch(() => undefined)
  },
}
