import type { Path } from '#bench/lists.ts'
import { read } from '#bench/read.ts'
import { listOf } from '#contract/lib/envelope.ts'
import { orderListItem } from '#contract/orders/order-list.ts'

/** Filters of the orders list: frequent values, rare ones, and none; each field, and two together. */
const FILTERS: readonly string[] = [
  'status=is:0',
  'status=is:1',
  'status=not:0',
  'event=is:3',
  'event=empty',
  'inCharge=is:me',
  'inCharge=empty',
  'attention=filled',
  'attention=is:quiet',
  'attention=empty',
  'origin=has:ningbo',
  'origin=has:nowhere',
  'destination=is:3',
  'company=has:okafor',
  'company=has:nobody',
  'company=has:k',
  'company=has:zq',
  'client=has:okafor',
  'client=has:okafor pet',
  'sailing=is:77',
  'sailing=empty',
  'eta=next:7d',
  'eta=filled',
  'cutOff=during:this-week',
  'eta=before:2025-06-01',
  'cutOff=next:2d',
  'created=last:7d',
  'created=before:2025-06-01',
  'lastUpdate=last:1d',
  'milestone=is:delivered',
  'mode=is:1',
  'tradeTerms=is:0',
  'volume=more:15.9',
  'volume=empty',
  'status=is:0&inCharge=is:me',
  'status=is:1&event=is:3',
  'status=is:0&eta=next:7d',
  'company=has:okafor&status=is:1',
  'tradeTerms=is:0&milestone=is:delivered',
  'created=last:30d&status=is:2',
  'created=before:2025-06-01&status=is:0',
  'eta=filled&cutOff=empty',
  'sailing=filled&cutOff=empty',
  'attention=filled&inCharge=is:me',
]

/**
 * The first page of the orders list with each filter and its counted total, and a rare client among all
 * sorts.
 */
export async function filterPaths(base: string, token: string): Promise<Path[]> {
  const [order] = (await read(`${base}/api/request/booking/get_all`, token, listOf(orderListItem))).items
  if (!order) throw new Error('There are no orders to measure')
  const rare = `client=is:${order.username.replaceAll(',', '%2C')}&company=is:${order.companyName.replaceAll(',', '%2C')}`
  const addressed = (filters: string) => {
    const query = new URLSearchParams()
    for (const each of filters.split('&'))
      query.set(`f.${each.slice(0, each.indexOf('='))}`, each.slice(each.indexOf('=') + 1))
    return query
  }
  return [
    ...FILTERS.map((filters) => ({
      name: `orders, ${filters}`,
      path: `/api/request/booking/get_all?${addressed(filters)}`,
    })),
    ...['id', 'username', 'event_data_update'].map((key) => ({
      name: `orders of one client by ${key}`,
      path: `/api/request/booking/get_all?${addressed(rare)}&order[${key}]=desc`,
    })),
  ]
}
