import type { Case } from './measure.ts'

const PER_PAGE = 10

interface List {
  name: string
  path: string
  /** The table behind it and its order: `/table` of the raw server. */
  raw: string
}

/** Lists that grow with the orders: their first, middle and last page. */
const LONG: readonly List[] = [
  { name: 'mail log', path: 'admin/mail?', raw: 'table=mails&order=id desc' },
  { name: 'audit trail', path: 'admin/audit?', raw: 'table=audit_entries&order=id desc' },
  { name: 'clients', path: 'admin/user?order[id]=desc', raw: 'table=clients&order=id desc' },
  { name: 'clients by name', path: 'admin/user?order[username]=asc', raw: 'table=clients&order=username, id' },
  {
    name: 'clients by company',
    path: 'admin/user?order[company_name]=asc',
    raw: 'table=clients&order=company_name, id',
  },
]

/** Lists that do not grow: their first page. */
const SHORT: readonly List[] = [
  { name: 'events', path: 'request/event?', raw: 'table=events&order=id' },
  { name: 'ports', path: 'port?', raw: 'table=ports&order=id' },
  { name: 'cities', path: 'city?', raw: 'table=cities&order=id' },
  { name: 'vessels', path: 'vessel?', raw: 'table=vessels&order=id' },
  { name: 'depots', path: 'value/depot?', raw: 'table=depots&order=id' },
  { name: 'freight', path: 'value/freight?', raw: 'table=freight&order=id' },
  { name: 'cartages', path: 'value/cartage?', raw: 'table=cartages&order=id' },
  { name: 'constants', path: 'value/constant?', raw: 'table=constants&order=id' },
  { name: 'hints', path: 'hint?', raw: 'table=hints&order=id' },
  { name: 'pick-up locations', path: 'admin/pick-up-location?', raw: 'table=locations&order=id' },
  { name: 'mail templates', path: 'template/email?', raw: 'table=mail_templates&order=id' },
  { name: 'html blocks', path: 'template/block?', raw: 'table=html_blocks&order=id' },
  { name: 'variables', path: 'template/variable?', raw: 'table=template_variables&order=id' },
  { name: 'articles', path: 'article?', raw: 'table=articles&order=id' },
]

const page = ({ name, path, raw }: List, place: string, number: number): Case => ({
  name: `${name}, ${place} page`,
  ours: `/api/${path}&page=${number}&per_page=${PER_PAGE}`,
  raw: `/table?${raw}&limit=${PER_PAGE}&offset=${(number - 1) * PER_PAGE}`,
})

/** Every list but that of the orders, and what is searched and filtered in those that grow. */
export async function listCases(base: string, token: string): Promise<Case[]> {
  const read = async (path: string) => {
    const reply = await fetch(`${base}/api/${path}`, { headers: { 'user-token': token } })
    const { data } = (await reply.json()) as { data: { totalCount: number; items: { userId: number; id: number }[] } }
    return data
  }
  const cases: Case[] = []
  for (const list of LONG) {
    const pages = Math.ceil((await read(list.path)).totalCount / PER_PAGE)
    cases.push(page(list, 'first', 1), page(list, 'middle', Math.ceil(pages / 2)), page(list, 'last', pages))
  }
  const order = (await read('request/booking/get_all')).items[0]
  if (!order) throw new Error('There are no orders to measure')
  const ofOrder = (name: string, path: string, raw: string): Case => ({
    name,
    ours: `/api/${path}`,
    raw: `/table?${raw}&limit=${PER_PAGE}&offset=0`,
  })
  return [
    ...cases,
    ofOrder(
      'orders of a client',
      `request/booking/get/user/${order.userId}`,
      `table=orders&order=id desc&key=user_id&value=${order.userId}`,
    ),
    ofOrder(
      'history of an order',
      `request/event/data/${order.id}`,
      `table=order_events&order=id&key=order_id&value=${order.id}`,
    ),
    ofOrder(
      'mails of an order',
      `admin/mail?order_id=${order.id}`,
      `table=mails&order=id desc&key=order_id&value=${order.id}`,
    ),
    ofOrder(
      'changes of an order',
      `admin/history/orders/${order.id}`,
      `table=audit_entries&order=id desc&key=entity_id&value=${order.id}`,
    ),
    ...SHORT.map((list) => page(list, 'first', 1)),
  ]
}

/** What is found in the lists that grow: no counterpart, the time alone is measured. */
export const searchCases: readonly { name: string; path: string }[] = [
  { name: 'mail log, failed ones', path: '/api/admin/mail?state=failed' },
  { name: 'mail log, sent ones', path: '/api/admin/mail?state=sent' },
  { name: 'mail log, an address', path: '/api/admin/mail?search=client77@bulk' },
  { name: 'mail log, a tracking code', path: '/api/admin/mail?search=AAAA' },
  { name: 'audit trail, one action', path: '/api/admin/audit?action=order.set-event' },
  { name: 'audit trail, one record', path: '/api/admin/audit?entity=orders&entity_id=77' },
  { name: 'clients, a name', path: '/api/admin/user?search=okafor' },
  { name: 'orders, the beginning of a code', path: '/api/request/booking/search?tracking_code=AB' },
]
