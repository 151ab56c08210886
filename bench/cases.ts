import { ORDER_SORT_KEYS } from '#contract/orders/order-list.ts'

import type { Case } from './measure.ts'

const PER_PAGE = 10

async function read(url: string, token: string) {
  const reply = await fetch(url, { headers: { 'user-token': token } })
  return (
    (await reply.json()) as {
      data: { totalCount: number; items: { id: number; hashSum: string; customCode: string }[] }
    }
  ).data
}

/** Every sort at its first, middle and last page, a search by code, and one order. */
export async function casesOf(base: string, token: string): Promise<Case[]> {
  const first = await read(`${base}/api/request/booking/get_all`, token)
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
  const sample = first.items[0]
  if (!sample) throw new Error('There are no orders to measure')
  const code = `${sample.hashSum}${sample.customCode}`
  return [
    ...cases,
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
  const read = async (path: string) => {
    const reply = await fetch(`${base}/api/${path}?per_page=1`, { headers: { 'user-token': token } })
    return ((await reply.json()) as { data: { items: { id: number }[] } }).data.items[0]?.id ?? 0
  }
  const [pickUpLocationId, cartageId] = [await read('admin/pick-up-location'), await read('value/cartage')]
  const shipment = { weight: 620, cbm: 3.5, insurance: 8500, cargoInsurance: true, customsBrokerage: true }
  return {
    path: '/api/calculator/pick-up_from_supplier',
    body: JSON.stringify({ pickUpLocationId, cartageId, ...shipment }),
  }
}
