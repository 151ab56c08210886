import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { searchAs } from './search.fixture.ts'

const server = testServer()
let a: Awaited<ReturnType<typeof searchAs>>

beforeAll(async () => {
  a = await searchAs(server)
})

const DAY_MS = 86_400_000
const near = async (q: string) => (await a.search(q)).near

describe('a text that nothing is found for', () => {
  test('offers clients and records with a name like it', async () => {
    const { id } = await createUser(server.db, { username: 'Zoë Hargreave', companyName: 'Northlight Goods' })
    expect(await near('northligt')).toMatchObject([{ kind: 'client', id, title: 'Zoë Hargreave', exact: false }])
    expect(await near('hargreve')).toMatchObject([{ kind: 'client', id }])
    await a.newSailing({ reference: 'S-2031-0001', vessel: 'Ever Quokka' })
    expect(await near('ever quoka')).toMatchObject([{ kind: 'vessel', title: 'Ever Quokka' }])
  })

  test('offers the orders whose number begins like it, the longest beginning first', async () => {
    const close = await a.newOrder({ hashSum: 'QNEA1234', customCode: '5671' })
    const further = await a.newOrder({ hashSum: 'QNEA1299', customCode: '0000' })
    expect((await near('qnea-1234-5678')).map(({ id }) => id)).toEqual([close.id, further.id])
    expect((await near('QNEA 1277')).map(({ id }) => id)).toEqual(expect.arrayContaining([close.id, further.id]))
  })

  test('offers nothing for a text that is like nothing, and nothing beside what was found', async () => {
    expect(await near('xqzwvk')).toEqual([])
    expect(await near('??')).toEqual([])
    await createUser(server.db, { username: 'Solveig Aas', companyName: '' })
    expect((await a.search('solveig')).near).toEqual([])
  })
})

describe('the order of what is found', () => {
  test('orders in progress come before completed ones of the same number or name', async () => {
    const open = await a.newOrder({ shipmentPurchase: 'SAMEPO-1', companyName: 'Wombat Wares' })
    const done = await a.newOrder({ shipmentPurchase: 'SAMEPO-1', companyName: 'Wombat Wares', status: 2 })
    for (let more = 0; more < 12; more++) await a.newOrder({ companyName: 'Wombat Wares', status: 2 })
    expect(await a.ids('samepo1')).toEqual([open.id, done.id])
    expect((await a.ids('wombat'))[0]).toBe(open.id)
  })

  test('sailings of a vessel come by departure: the next one first, past ones last', async () => {
    const vesselId = (await a.newSailing({ reference: 'S-2032-0001', vessel: 'Numbat Star', voyage: 'N0' })).vesselId
    const days = [-400, -3, 90, 5]
    for (const day of days) {
      await server.db
        .insertInto('sailings')
        .values({
          vesselId,
          voyage: `N${day}`,
          portOfLoading: 'CNNGB',
          portOfDischarge: 'CAVAN',
          reference: `S-2032-${1000 + day}`,
          etd: new Date(Date.now() + day * DAY_MS),
        })
        .execute()
    }
    const titles = (await a.found('numbat', 'sailings')).map(({ title }) => title)
    expect(titles).toEqual(['S-2032-1005', 'S-2032-1090', 'S-2032-0001', 'S-2032-997', 'S-2032-600'])
  })
})
