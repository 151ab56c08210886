import { beforeAll, expect, test } from 'vitest'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ TIME_ZONE: 'Europe/Berlin' })
let lane: Awaited<ReturnType<typeof createLane>>

beforeAll(async () => {
  lane = await createLane(server.db)
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, { body })
  expect(reply.status).toBe(200)
  return reply.body.data
}
const priceOn = async (on: string): Promise<number> =>
  (
    await call('POST', `calculator/drop-off_by_supplier?on=${on}`, {
      depotId: lane.depot.id,
      cartageId: lane.cartage.id,
      weight: 300,
      cbm: 2,
      cargoInsurance: false,
      customsBrokerage: false,
    })
  ).lines.find(({ code }: { code: string }) => code === 'ocean').amount

/** The last Sunday of a month of next year, on which clocks change, as a day. */
function lastSunday(month: number): string {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0))
  return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10)
}
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

test.each([
  ['forward', lastSunday(3), 'T23:00:00.000Z'],
  ['back', lastSunday(10), 'T22:00:00.000Z'],
])(
  'a set from the day on which clocks go %s begins at its first instant, and a price of the day before is without it',
  async (_, day, begins) => {
    const { id: recordId } = await server.db
      .selectFrom('freight')
      .select('id')
      .where('tier', '=', lane.depot.tier)
      .executeTakeFirstOrThrow()
    const { id } = await call('POST', 'rate-set', { name: day })
    await call('PUT', `rate-set/${id}/changes`, { changes: [{ entity: 'freight', recordId, field: 'cbm', new: 80 }] })
    const set = await call('POST', `rate-set/${id}/schedule`, { validFrom: day })
    expect(set.validFrom).toBe(dayBefore(day) + begins)
    expect([await priceOn(dayBefore(day)), await priceOn(set.validFrom), await priceOn(day)]).toEqual([136, 160, 160])
    await call('POST', `rate-set/${id}/cancel`)
  },
)
