import { beforeAll, expect, test } from 'vitest'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { orderListRow } from '#contract/orders/order-list.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver' })
const DAY = 86_400_000
/** 16:00 UTC so many days from today. */
const at = (days: number) => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY + 16 * 3_600_000).toISOString()
const dayAt = (days: number) => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY).toISOString()

let soon: number
let later: number
let aboard: number
let bare: number

beforeAll(async () => {
  const { db } = server
  await db.updateTable('attentionRules').set({ active: false }).execute()
  const { id: userId } = await createUser(db, { username: 'Zoë' })
  const make = async (values: object = {}) => (await createOrder(db, { userId, ...values })).id
  soon = await make()
  later = await make({ transportationMode: TransportationMode.FCL, shipmentTradeTerms: 1, lastMilestone: 'confirmed' })
  aboard = await make({ lastMilestone: 'received' })
  bare = await make({ estimatedTransportation: null })
  await createConfirmation(db, {
    orderId: soon,
    cargoCutOffAt: at(2),
    documentationCutOffAt: at(1),
    estimatedTimeOfDepartureAt: dayAt(5),
    portEstimatedTimeOfArrivalAt: dayAt(20),
  })
  await createConfirmation(db, { orderId: later, cargoCutOffAt: at(9), estimatedTimeOfDepartureAt: dayAt(4) })
  await createConfirmation(db, { orderId: aboard, portEstimatedTimeOfArrivalAt: dayAt(8) })
  const vessel = await db
    .insertInto('vessels')
    .values({ name: 'EVER GIVEN', imoNumber: '9811000' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ports = { portOfLoading: 'CNNGB', portOfDischarge: 'CAVAN' }
  const sailing = await db
    .insertInto('sailings')
    .values({
      reference: 'S-1',
      vesselId: vessel.id,
      voyage: '1',
      cargoCutOffAt: at(1),
      documentationCutOffAt: at(3),
      ...ports,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('loadings')
    .values({ orderId: aboard, sailingId: sailing.id, position: 1, receivedAt: at(-1) })
    .execute()
  await db.deleteFrom('orderRequirements').execute()
  const category = await db.selectFrom('documentCategories').select('id').executeTakeFirstOrThrow()
  const paper = (name: string, values: object) => ({
    orderId: soon,
    name,
    categoryId: category.id,
    supplier: 'client' as const,
    ...values,
  })
  await db
    .insertInto('orderRequirements')
    .values([
      paper('Invoice', { state: 'accepted' }),
      paper('Packing list', { state: 'requested' }),
      paper('Manifest', {}),
      paper('Old one', { noLongerAsked: true }),
    ])
    .execute()
  const item = (orderId: number, rule: string, severity: number, values: object = {}) => ({
    orderId,
    rule,
    severity,
    ...values,
  })
  await db
    .insertInto('attention')
    .values([
      item(soon, 'quiet', 1),
      item(soon, 'cargo-cut-off', 3, { dueAt: at(2) }),
      item(soon, 'mail-failed', 3, { waivedReason: 'Known', waivedAt: at(0), waivedBy: userId }),
      item(later, 'document', 3, { resolvedAt: at(0) }),
    ])
    .execute()
})

const list = (query: string) => server.call('GET', `request/booking/get_all?${query}`)
const rowsOf = async (query: string) => orderListRow.array().parse((await list(query)).body.data.items)
const idsOf = async (query: string) => (await rowsOf(query)).map(({ id }) => id)
const moreOf = async (id: number) => (await rowsOf('more=true')).find((row) => row.id === id)?.more

test('what further columns show comes only when it is asked for', async () => {
  expect((await rowsOf('')).map(({ more }) => more)).toEqual(Array(4).fill(undefined))
  expect((await rowsOf('more=true')).every(({ more }) => more !== undefined)).toBe(true)
  expect((await list('more=perhaps')).body.data).toEqual({ more: 'more is true or false' })
  const searched = await server.call('GET', 'request/booking/search?tracking_code=TEST&more=true')
  expect(
    orderListRow
      .array()
      .parse(searched.body.data.items)
      .every(({ more }) => more !== undefined),
  ).toBe(true)
})

test('an order shows its mode, price, milestone, dates, papers and the most urgent of what needs somebody', async () => {
  expect(await moreOf(soon)).toEqual({
    transportationMode: 0,
    shipmentTradeTerms: 2,
    estimatedTransportation: 855.96,
    lastMilestone: null,
    cargoCutOffAt: at(2),
    nextCutOff: { field: 'documentationCutOffAt', at: at(1) },
    estimatedTimeOfDepartureAt: dayAt(5),
    portEstimatedTimeOfArrivalAt: dayAt(20),
    sailing: null,
    papers: { there: 1, total: 3 },
    attention: { rule: 'cargo-cut-off', dueAt: at(2), things: 2 },
  })
  expect(await moreOf(later)).toMatchObject({ transportationMode: 1, lastMilestone: 'confirmed', attention: null })
})

test('its sailing says the cut-offs that its confirmation leaves open; a cut-off behind its milestone is none', async () => {
  expect(await moreOf(aboard)).toMatchObject({
    sailing: { reference: 'S-1' },
    cargoCutOffAt: null,
    nextCutOff: { field: 'documentationCutOffAt', at: at(3) },
  })
  expect(await moreOf(bare)).toMatchObject({
    estimatedTransportation: null,
    nextCutOff: null,
    sailing: null,
    papers: { total: 0 },
  })
})

test.each([
  ['cargoCutOffAt', () => [soon, later], () => [bare, aboard]],
  ['estimatedTimeOfDepartureAt', () => [later, soon], () => [bare, aboard]],
  ['portEstimatedTimeOfArrivalAt', () => [aboard, soon], () => [bare, later]],
])('by %s, orders without that date come last in either direction', async (key, dated, without) => {
  const up = [...dated(), ...without().toReversed()]
  const down = [...dated().toReversed(), ...without()]
  for (const [direction, ids] of [
    ['asc', up],
    ['desc', down],
  ] as const) {
    expect(await idsOf(`order[${key}]=${direction}`)).toEqual(ids)
    // Narrowed, exported and with another column behind it, the order is the same.
    expect(await idsOf(`order[${key}]=${direction}&f.status=is:0`)).toEqual(ids)
    expect(await idsOf(`order[${key}]=${direction}&order[id]=${direction}`)).toEqual(ids)
    expect(await idsOf(`order[${key}]=${direction}&order[username]=${direction}`)).toEqual(ids)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => idsOf(`order[${key}]=${direction}&per_page=1&page=${page}`)),
    )
    expect(pages.flat()).toEqual(ids)
  }
  const last = await list(`order[${key}]=asc&per_page=3&page=9`)
  expect(last.body.data).toMatchObject({ totalCount: 4, currentPageNumber: 2 })
})

test('a date as the second column sorts what the first leaves equal', async () => {
  expect(await idsOf('order[status]=asc&order[cargoCutOffAt]=asc')).toEqual([soon, later, aboard, bare])
})

test('orders are sorted by milestone in the order in which shipments reach them', async () => {
  expect((await idsOf('order[lastMilestone]=asc')).slice(0, 2)).toEqual([later, aboard])
})

test('a view shows further columns, and its export has them', async () => {
  const definition = {
    filters: { cutOff: 'during:this-week' },
    columns: ['id', 'cutOff', 'papers'].map((id) => ({ id, shown: true })),
    sort: [{ field: 'cutOff', direction: 'asc' }],
  }
  const saved = await server.call('POST', 'views', { body: { list: 'orders', name: 'Cut-offs', definition } })
  expect(saved.status).toBe(200)
  const sorted = { list: 'orders', name: 'Papers', definition: { sort: [{ field: 'papers', direction: 'asc' }] } }
  expect((await server.call('POST', 'views', { body: sorted })).status).toBe(400)

  const columns = 'id,mode,tradeTerms,price,sailing,cutOff,nextCutOff,etd,eta,milestone,papers,attention'
  const reply = await fetch(`${server.url}/api/request/booking/export?columns=${columns}&order[cargoCutOffAt]=asc`, {
    headers: { 'user-token': server.token },
  })
  const { headings, rows } = tableOf(await readSheet(new Uint8Array(await reply.arrayBuffer())))
  expect(headings).toEqual([
    'ID',
    'Mode',
    'Trade terms',
    'Price',
    'Sailing',
    'Cargo cut-off',
    'Next cut-off',
    'ETD',
    'ETA',
    'Milestone',
    'Papers',
    'Needs attention',
  ])
  expect(rows.map(({ cells: [id] }) => Number(id))).toEqual([soon, later, aboard, bare])
  expect(rows[0]?.cells.slice(1, 5)).toEqual(['Less-than-Container Load', 'Drop-Off by Supplier', '855.96', ''])
  expect(rows[0]?.cells.slice(9)).toEqual(['', '1 of 3', 'Cargo cut-off'])
})
