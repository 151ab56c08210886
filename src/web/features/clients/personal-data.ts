import { queryOptions } from '@tanstack/react-query'
import { type Client, clientErased, clientStored } from '#contract/clients/clients.ts'
import { clientQuery } from '#web/features/clients/shared/clients.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'

/** Records that erasing a client removes, counted. */
export const storedQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'stored', id],
    queryFn: ({ signal }) => request(clientStored, `admin/user/${id}/erase`, { signal }),
  })

/** Erases a client for good. */
export async function eraseClient({ id, username }: Pick<Client, 'id' | 'username'>): Promise<void> {
  const { finished } = await request(clientErased, `admin/user/${id}/erase`, { method: 'POST' })
  showSuccess(finished ? `${username} was erased` : `${username} is being erased. The rest goes within minutes.`)
  queryClient.removeQueries({ queryKey: clientQuery(id).queryKey, type: 'inactive' })
  await Promise.all(
    [['clients', 'list'], ['clients', 'deleted'], ['orders'], ['views']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
