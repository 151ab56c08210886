import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { client } from '#contract/clients.ts'
import { type Shipper, type ShipperInput, shipper } from '#contract/shippers.ts'
import { request } from './api.ts'
import { queryClient } from './query-client.ts'

/** A client's account. */
export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) => request(client, `user/${id}`, { signal }),
  })

/** The suppliers that a client saved, by name. */
export const shippersQuery = (userId: number) =>
  queryOptions({
    queryKey: ['shippers', userId],
    queryFn: ({ signal }) => request(z.array(shipper), `user/${userId}/shipper_information/get_all`, { signal }),
  })

/** Adds a supplier to a client's saved ones (null), or changes one. */
export async function saveShipper(userId: number, saved: Shipper | null, values: ShipperInput): Promise<Shipper> {
  const path = `user/${userId}/shipper_information`
  const stored = await (saved
    ? request(shipper, `${path}/edit/${saved.id}`, { method: 'PUT', body: { ...values, updatedAt: saved.updatedAt } })
    : request(shipper, path, { method: 'POST', body: values }))
  await queryClient.invalidateQueries({ queryKey: shippersQuery(userId).queryKey })
  return stored
}

/** Lists, records and orders anew after a change of a client or its orders. */
export const refreshClients = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['clients'] }),
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
  ])
