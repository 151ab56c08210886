import { changedListOf, listOf } from '#contract/lib/envelope.ts'
import { ORDER_SORT_KEYS, orderListItem } from '#contract/orders/order-list.ts'
import type { Case } from './measure.ts'
import { pageOfIds, read } from './read.ts'

const PER_PAGE = 10

/** Every sort at its first, middle and last page, a search by code, and one order. */
export async function casesOf(base: string, token: string): Promise<Case[]> {
  const first = await read(`${base}/api/request/booking/get_all`, token, listOf(orderListItem))
  const pages = Math.ceil(first.totalCount / PER_PAGE)
  const cases: Case[] = []
  for (const key of ORDER_SORT_KEYS) {
    for (const [place, page] of [
      ['first', 1],
      ['middle', Math.ceil(pages / 2)],
      ['last', pages],
    ] as const) {
      const order = encodeURIComponent(JSON.stringify([{ key, direction: 'desc' }]))
      cases.push({
        name: `list by ${key}, ${place} page`,
        ours: `/api/request/booking/get_all?page=${page}&per_page=${PER_PAGE}&order[${key}]=desc`,
        raw: `/list?order=${order}&limit=${PER_PAGE}&offset=${(page - 1) * PER_PAGE}`,
      })
    }
  }
  const changed = `/api/request/booking/get_all?changed_since=2000-01-01&per_page=${PER_PAGE}`
  const { nextCursor } = await read(`${base}${changed}`, token, changedListOf(orderListItem))
  const sample = first.items[0]
  if (!sample) throw new Error('There are no orders to measure')
  const code = `${sample.hashSum}${sample.customCode}`
  return [
    ...cases,
    { name: 'changed orders, from the beginning', ours: changed, raw: `/changed?limit=${PER_PAGE}` },
    {
      name: 'changed orders, by a cursor',
      ours: `/api/request/booking/get_all?cursor=${nextCursor}&per_page=${PER_PAGE}`,
      raw: `/changed?limit=${PER_PAGE}`,
    },
    {
      name: 'search by tracking code',
      ours: `/api/request/booking/search?tracking_code=${code}`,
      raw: `/search?prefix=${code}`,
    },
    { name: 'one order', ours: `/api/request/booking/get/${sample.id}`, raw: `/order?id=${sample.id}` },
  ]
}

/** Path and body of a call that prices the pick-up of 3.5 CBM with insurance and brokerage. */
export async function calculatorCase(base: string, token: string): Promise<{ path: string; body: string }> {
  const firstOf = async (path: string) =>
    (await read(`${base}/api/${path}?per_page=1`, token, pageOfIds)).items[0]?.id ?? 0
  const [pickUpLocationId, cartageId] = [await firstOf('admin/pick-up-location'), await firstOf('value/cartage')]
  const shipment = { weight: 620, cbm: 3.5, insurance: 8500, cargoInsurance: true, customsBrokerage: true }
  return {
    path: '/api/calculator/pick-up_from_supplier',
    body: JSON.stringify({ pickUpLocationId, cartageId, ...shipment }),
  }
}
