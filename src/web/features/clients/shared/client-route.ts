import { redirect } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { recordId } from '#web/lib/browser/record-id.ts'

/** The common part of routes with $userId: a bad id leads to the list, a good one loads the client. */
export const ofOneClient = {
  beforeLoad: ({ params }: { params: { userId: string } }) => {
    if (recordId(params.userId) === 0) throw redirect({ to: '/clients', replace: true })
  },
  loader: ({ params }: { params: { userId: string } }) => {
    // A part outside the first screen's JavaScript; the page says so if it fails to load.
    import('./clients.ts')
      .then(({ clientQuery }) => queryClient.prefetchQuery(clientQuery(recordId(params.userId))))
      .catch(() => undefined)
  },
}
