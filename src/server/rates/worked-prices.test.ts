import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { isoDay } from '#contract/lib/format.ts'
import { testServer } from '#server/test/test-server.ts'

// The worked examples of the calculator, over HTTP: today, on an earlier day, and after everything became dearer.
const server = testServer({ TIME_ZONE: 'America/Vancouver' })
const TIER = 8_001
const DEST = 'WORKED'
const INSURED = { insurance: 8500, cargoInsurance: true, customsBrokerage: true }
const PLAIN = { cargoInsurance: false, customsBrokerage: false }

interface Example {
  path: string
  shipment: object
  amazon: boolean
  lines: Record<string, number>
  total: number
}
const EXAMPLES: Record<string, Example> = {
  'pick-up': {
    path: 'pick-up_from_supplier',
    shipment: { cbm: 3.5, weight: 620, ...INSURED },
    amazon: true,
    lines: { precarriage: 95, origin: 93.5, ocean: 238, oncarriage: 204, fba: 45, insurance: 35.46, customs: 145 },
    total: 855.96,
  },
  'drop-off': {
    path: 'drop-off_by_supplier',
    shipment: { cbm: 2, weight: 3400, ...INSURED },
    amazon: false,
    lines: { origin: 85.8, ocean: 231.2, oncarriage: 403.46, insurance: 35.64, customs: 145 },
    total: 901.1,
  },
  FOB: {
    path: 'supplier_is_responsible_for_all_origin_fees',
    shipment: { cbm: 0.4, weight: 90, ...PLAIN },
    amazon: false,
    lines: { ocean: 68, oncarriage: 195 },
    total: 263,
  },
}

let places: { ofLocation: number; depotId: number; pickUpLocationId: number; amazon: number; other: number }
beforeAll(async () => {
  const { db } = server
  const depot = (name: string, depotFixed: number, depotVar: number, depotVarMin: number) =>
    db
      .insertInto('depots')
      .values({ name, code: name, tier: TIER, depotFixed, depotVar, depotVarMin })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [{ id: ofLocation }, { id: depotId }] = [await depot('D1', 48, 13, 28), await depot('D2', 45, 12, 25)]
  const { id: cityId } = await db
    .insertInto('cities')
    .values({ name: 'Worked', code: 'WRK' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: pickUpLocationId } = await db
    .insertInto('locations')
    .values({ cityId, depotId: ofLocation, precarFixed: 40, precarVar: 14, precarVarMin: 55 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cartage = (name: string, categoryId: number) =>
    db.insertInto('cartages').values({ name, categoryId, dest: DEST }).returning('id').executeTakeFirstOrThrow()
  const [{ id: amazon }, { id: other }] = [await cartage('Amazon', 1), await cartage('Other', 5)]
  await db.insertInto('freight').values({ tier: TIER, dest: DEST, cbm: 68, mt: 68 }).execute()
  places = { ofLocation, depotId, pickUpLocationId, amazon, other }
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, { body })
  expect([reply.status, reply.body.message]).toEqual([200, expect.anything()])
  return reply.body.data
}
/** Prices an example, now or `on` another day. */
async function priced({ path, shipment, amazon }: Example, on?: string) {
  const { depotId, pickUpLocationId } = places
  const origin = path === 'pick-up_from_supplier' ? { pickUpLocationId } : { depotId }
  const body = { ...shipment, ...origin, cartageId: amazon ? places.amazon : places.other }
  const { lines, amzlclCost } = await call('POST', `calculator/${path}${on ? `?on=${on}` : ''}`, body)
  const amounts = lines.map(({ code, amount }: { code: string; amount: number }) => [code, amount])
  return { lines: Object.fromEntries(amounts), total: amzlclCost }
}
const worked = ({ lines, total }: Example) => ({ lines, total })
const dayOf = (days: number) => isoDay(new Date(Date.now() + days * 86_400_000).toISOString(), 'America/Vancouver')

describe.each(Object.entries(EXAMPLES))('the worked example of %s', (_, example) => {
  test('holds today', async () => {
    expect(await priced(example)).toEqual(worked(example))
    expect(await priced(example, dayOf(0))).toEqual(worked(example))
  })
})

test('the worked examples hold on an earlier day, whatever was saved, applied and ended since', async () => {
  // As if the rates had been true for three days.
  await sql`update rate_history set valid = tstzrange(lower(valid) - interval '3 days', upper(valid) - interval '3 days')`.execute(
    server.db,
  )
  const { id: freightId } = await server.db
    .selectFrom('freight')
    .select('id')
    .where('tier', '=', TIER)
    .executeTakeFirstOrThrow()
  const { id: constantId } = await server.db
    .selectFrom('constants')
    .select('id')
    .where('name', '=', 'ONCARRIAGE_FIXED')
    .executeTakeFirstOrThrow()
  const cell = (entity: string, recordId: number, field: string, to: number) => ({ entity, recordId, field, new: to })
  const { id } = await call('POST', 'rate-set', { name: 'Dearer' })
  await call('PUT', `rate-set/${id}/changes`, {
    changes: [
      cell('freight', freightId, 'cbm', 71.4),
      cell('freight', freightId, 'mt', 71.4),
      cell('depot', places.depotId, 'depotFixed', 50),
      cell('depot', places.ofLocation, 'depotVar', 20),
      cell('location', places.pickUpLocationId, 'precarFixed', 60),
      cell('cartage', places.other, 'exclusion', 1),
    ],
  })
  await call('POST', `rate-set/${id}/apply`, {})
  await call('PUT', `value/constant/${constantId}`, { value: 95 })
  for (const example of Object.values(EXAMPLES)) {
    for (const on of [dayOf(-1), dayOf(-2)]) expect(await priced(example, on)).toEqual(worked(example))
    expect(await priced(example)).not.toEqual(worked(example))
  }
  await call('DELETE', `value/freight/${freightId}`)
  for (const example of Object.values(EXAMPLES)) expect(await priced(example, dayOf(-1))).toEqual(worked(example))
})
