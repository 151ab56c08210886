import { queryOptions } from '@tanstack/react-query'
import { type Client, clientErased, clientStored } from '#contract/clients/clients.ts'
import { request } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { clientQuery } from './shared/clients.ts'

/** What erasing a client removes, in numbers. */
export const storedQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'stored', id],
    queryFn: ({ signal }) => request(clientStored, `admin/user/${id}/erase`, { signal }),
  })

/** Downloads all that is stored about a client. */
export async function exportClient(id: number): Promise<void> {
  try {
    await download(`admin/user/${id}/export`, `client-${id}.zip`)
  } catch (error) {
    showError(error)
  }
}

/** Erases a client for good. */
export async function eraseClient({ id }: Pick<Client, 'id'>): Promise<void> {
  const { finished } = await request(clientErased, `admin/user/${id}/erase`, { method: 'POST' })
  showSuccess(finished ? 'The client was erased' : 'The client is being erased. The rest goes within minutes.')
  queryClient.removeQueries({ queryKey: clientQuery(id).queryKey, type: 'inactive' })
  await Promise.all(
    [['clients', 'list'], ['clients', 'deleted'], ['orders'], ['views']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
