import { beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
const add = async (path: string, body: object) => (await server.call('POST', path, { body })).body.data
const items = async (path: string) => (await server.call('GET', path)).body.data.items
const depot = (name: string, rest: object) =>
  add('value/depot', { code: name, name, tier: 1, depotFixed: 1, depotVar: 1, depotVarMin: 1, ...rest })

beforeAll(async () => {
  await depot('Shanghai', { originIds: [2, 3] })
  await depot('Hong Kong', { originIds: [1, 2] })
  await depot('Hidden', { originIds: [1, 2, 3, 4], visibility: false })
  await depot('Closed', { originIds: [1, 2, 3, 4], status: false })
  await add('value/cartage', { categoryId: 1, name: 'LGB8', dest: 'USWC-LAX' })
  await add('value/cartage', { categoryId: 5, name: 'Chicago area', dest: 'US-CHI' })
  await add('value/cartage', { categoryId: 5, name: 'Salt Lake City area', dest: 'USWC-LAX', status: false })
  for (const [tier, dest, cbm] of [
    [1, 'USWC-LAX', 68],
    [2, 'USWC-LAX', 76],
    [1, 'US-CHI', 98],
    [3, 'CA-YVR', 90],
  ]) {
    await add('value/freight', { tier, dest, cbm, mt: cbm })
  }
})

test('both cartegory paths return the fixed categories with their visible cartages', async () => {
  for (const path of ['admin/value/cartage-cartegory', 'value/cartage-cartegory', 'value/cartage-cartegory/get_all']) {
    const { data } = (await server.call('GET', `${path}?page=1&per_page=1000`)).body
    expect(data).toMatchObject({ totalCount: 6, numItemsPerPage: 1000, currentPageNumber: 1 })
    expect(data.items[0]).toMatchObject({ id: 1, name: 'Amazon US West', isAmazon: true, cartages: [{ name: 'LGB8' }] })
    expect(data.items[4]).toMatchObject({
      name: 'Commercial address',
      isAmazon: false,
      cartages: [{ name: 'Chicago area' }],
    })
    expect(data.items[5].cartages).toEqual([])
  }
})

test('the origins are four fixed rows with the depots that are visible and in service', async () => {
  const rows = await items('admin/value/origin')
  expect(rows.map((row: { name: string; shipmentTradeTerms: number }) => [row.name, row.shipmentTradeTerms])).toEqual([
    ['Other', 0],
    ['FOB', 1],
    ['Drop-Off', 2],
    ['Pick-Up', 3],
  ])
  const names = async (terms: number) =>
    (await items(`admin/value/origin/get_all?shipment_trade_terms=${terms}`))[0].depot.map(
      (row: { name: string }) => row.name,
    )
  expect(await names(0)).toEqual(['Hong Kong'])
  expect(await names(1)).toEqual(['Shanghai', 'Hong Kong'])
  expect(await names(2)).toEqual(['Shanghai'])
  expect(await names(3)).toEqual([])
  for (const bad of ['4', '-1', 'x', '1&shipment_trade_terms=2']) {
    expect((await server.call('GET', `admin/value/origin/get_all?shipment_trade_terms=${bad}`)).status, bad).toBe(400)
  }
})

test('every lookup sorts and searches by its columns, and lists them if the sort key is unknown', async () => {
  const named = async (query: string) => (await items(query)).map((row: { name: string }) => row.name)
  expect(await named('admin/value/origin?order[name]=desc')).toEqual(['Pick-Up', 'Other', 'FOB', 'Drop-Off'])
  expect(await named('admin/value/origin?order[id]=desc&search=O')).toEqual(['Drop-Off', 'FOB', 'Other'])
  expect(await named('value/cartage-cartegory?order[id]=desc&per_page=1')).toHaveLength(1)
  expect(await named('value/cartage-cartegory?search=commercial')).toEqual(['Commercial address'])
  expect((await items('value/cartage/uniq_destination?order[dest]=desc'))[0]).toEqual({ dest: 'USWC-LAX' })
  const unknown = await server.call('GET', 'value/cartage-cartegory?order[cartages]=asc')
  expect(unknown.body.message).toBe('Unknown sort field. Allowed: id, name')
})

test('destinations are those of cartages and freight, without repeats', async () => {
  expect(await items('value/cartage/uniq_destination?page=1&per_page=1000')).toEqual([
    { dest: 'CA-YVR' },
    { dest: 'US-CHI' },
    { dest: 'USWC-LAX' },
  ])
  expect(await items('value/cartage/uniq_destination?search=us')).toEqual([{ dest: 'US-CHI' }, { dest: 'USWC-LAX' }])
  expect(await items('value/cartage/uniq_destination?search=%25')).toEqual([])
})

test('freight is filtered by one or more tiers and destinations', async () => {
  const rates = async (query: string) => (await items(`value/freight?${query}`)).map((row: { cbm: number }) => row.cbm)
  expect(await rates('tier=1')).toEqual([68, 98])
  expect(await rates('dest=USWC-LAX')).toEqual([68, 76])
  expect(await rates('tier=1&dest=USWC-LAX')).toEqual([68])
  expect(await rates('tier=2&tier=3')).toEqual([76, 90])
  expect(await rates('tier=7')).toEqual([])
  expect((await server.call('GET', 'value/freight?tier=1&per_page=1&page=9')).body.data).toMatchObject({
    totalCount: 2,
    currentPageNumber: 2,
  })
  expect((await server.call('GET', 'value/freight/values')).body.data).toEqual({
    tiers: [1, 2, 3],
    dests: ['CA-YVR', 'US-CHI', 'USWC-LAX'],
  })
})

test('freight can be sorted by the older parameters sort and type', async () => {
  const rates = async (query: string) => (await items(`value/freight?${query}`)).map((row: { cbm: number }) => row.cbm)
  expect(await rates('sort=cbm&type=desc')).toEqual([98, 90, 76, 68])
  expect(await rates('sort=cbm&type=asc')).toEqual([68, 76, 90, 98])
  expect(await rates('sort=tier')).toEqual([68, 98, 76, 90])
  for (const bad of ['sort=nonsense', 'sort=cbm&type=up', 'sort=cbm;drop']) {
    expect((await server.call('GET', `value/freight?${bad}`)).status, bad).toBe(400)
  }
})

test('search covers text columns, joined ones too, and takes every character literally', async () => {
  const names = async (path: string) => (await items(path)).map((row: { name: string }) => row.name)
  expect(await names('value/cartage?search=amazon')).toEqual(['LGB8'])
  expect(await names('value/cartage?search=area')).toEqual(['Chicago area', 'Salt Lake City area'])
  expect(await names('value/cartage?search=%25')).toEqual([])
  expect(await names('value/depot?search=hong')).toEqual(['Hong Kong'])
  expect(await names('value/depot?search=_')).toEqual([])
  expect((await server.call('GET', 'value/cartage?search=area&per_page=1')).body.data.totalCount).toBe(2)
})

test('mail addresses are a bare array', async () => {
  const { id } = await add('admin/email', { name: 'Desk', email: 'desk@example.test' })
  for (const path of ['admin/email', 'admin/email/get_all', 'admin/email?page=1&per_page=1000']) {
    expect((await server.call('GET', path)).body.data).toMatchObject([
      { id, name: 'Desk', email: 'desk@example.test', send: true },
    ])
  }
})
