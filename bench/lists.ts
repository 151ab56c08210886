import { listOf } from '#contract/lib/envelope.ts'
import { orderListItem } from '#contract/orders/order-list.ts'
import { pageOfIds, read } from './read.ts'

const PER_PAGE = 10

/** A call to measure. */
export interface Path {
  name: string
  path: string
}

/** Lists that grow with the number of orders, each with its first, middle and last page. */
const LONG: readonly Path[] = [
  { name: 'mail log', path: 'admin/mail?' },
  { name: 'audit trail', path: 'admin/audit?' },
  { name: 'clients', path: 'admin/user?order[id]=desc' },
  { name: 'clients by name', path: 'admin/user?order[username]=asc' },
  { name: 'clients by company', path: 'admin/user?order[company_name]=asc' },
]

/** Lists of a fixed size, with their first page. */
const SHORT: readonly Path[] = [
  { name: 'events', path: 'request/event' },
  { name: 'ports', path: 'port' },
  { name: 'cities', path: 'city' },
  { name: 'vessels', path: 'vessel' },
  { name: 'depots', path: 'value/depot' },
  { name: 'freight', path: 'value/freight' },
  { name: 'cartages', path: 'value/cartage' },
  { name: 'constants', path: 'value/constant' },
  { name: 'hints', path: 'hint' },
  { name: 'pick-up locations', path: 'admin/pick-up-location' },
  { name: 'delivery times', path: 'delivery' },
  { name: 'mail settings', path: 'admin/email' },
  { name: 'mail templates', path: 'template/email' },
  { name: 'html blocks', path: 'template/block' },
  { name: 'variables', path: 'template/variable' },
  { name: 'articles', path: 'article' },
]

/** Searches and filters in the lists that grow. */
const SEARCHES: readonly Path[] = [
  { name: 'mail log, failed ones', path: 'admin/mail?state=failed' },
  { name: 'mail log, sent ones', path: 'admin/mail?state=sent' },
  { name: 'mail log, an address', path: 'admin/mail?search=client77@bulk' },
  { name: 'mail log, the beginning of a code', path: 'admin/mail?search=AAAI' },
  { name: 'audit trail, one action', path: 'admin/audit?action=order.set-event' },
  { name: 'audit trail, one record', path: 'admin/audit?entity=orders&entity_id=77' },
  { name: 'clients, a name', path: 'admin/user?search=okafor' },
  { name: 'orders, the beginning of a code', path: 'request/booking/search?tracking_code=AB' },
]

/** Names and paths of every list except the orders, with searches in those that grow. */
export async function listPaths(base: string, token: string): Promise<Path[]> {
  const paths: Path[] = []
  for (const { name, path } of LONG) {
    const pages = Math.ceil((await read(`${base}/api/${path}`, token, pageOfIds)).totalCount / PER_PAGE)
    for (const [place, page] of [
      ['first', 1],
      ['middle', Math.ceil(pages / 2)],
      ['last', pages],
    ] as const)
      paths.push({ name: `${name}, ${place} page`, path: `${path}&page=${page}&per_page=${PER_PAGE}` })
  }
  const [order] = (await read(`${base}/api/request/booking/get_all`, token, listOf(orderListItem))).items
  if (!order) throw new Error('There are no orders to measure')
  const ofOne = [
    { name: 'orders of a client', path: `request/booking/get/user/${order.userId}` },
    { name: 'history of an order', path: `request/event/data/${order.id}` },
    { name: 'mails of an order', path: `admin/mail?order_id=${order.id}` },
    { name: 'changes of an order', path: `admin/history/orders/${order.id}` },
  ]
  return [...paths, ...ofOne, ...SHORT, ...SEARCHES].map(({ name, path }) => ({ name, path: `/api/${path}` }))
}
