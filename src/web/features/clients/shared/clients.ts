import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { client, isClient, NOT_A_CLIENT } from '#contract/clients/clients.ts'
import { type Shipper, type ShipperInput, shipper } from '#contract/clients/shippers.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'

/** A client's account; a staff account is refused. */
export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: async ({ signal }) => {
      const account = await request(client, `user/${id}`, { signal })
      if (!isClient(account)) throw new ApiError(403, NOT_A_CLIENT)
      return account
    },
  })

/** A client's saved suppliers, by name. */
export const shippersQuery = (userId: number) =>
  queryOptions({
    queryKey: ['shippers', userId],
    queryFn: ({ signal }) => request(z.array(shipper), `user/${userId}/shipper_information/get_all`, { signal }),
  })

interface SaveShipper {
  userId: number
  /** The saved supplier as read; null adds a new one. */
  base: Shipper | null
  values: ShipperInput
  ask: AskSides
}

/** Adds or edits a client's saved supplier; keeps what others changed meanwhile, or asks. */
export async function saveShipper({ userId, base, values, ask }: SaveShipper): Promise<Shipper> {
  const path = `user/${userId}/shipper_information`
  const stored = await (base
    ? saveMerging<Shipper>({
        base,
        values,
        ask,
        readCurrent: (data) => shipper.safeParse(data).data ?? null,
        send: (changes, updatedAt) =>
          request(shipper, `${path}/edit/${base.id}`, { method: 'PUT', body: { ...changes, updatedAt } }),
      })
    : request(shipper, path, { method: 'POST', body: values }))
  await queryClient.invalidateQueries({ queryKey: shippersQuery(userId).queryKey })
  return stored
}

/** Refreshes clients and orders after a change to either. */
export const refreshClients = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['clients'] }),
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
  ])
