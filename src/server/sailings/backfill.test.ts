import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { backfillSailings } from './backfill.ts'

let db: Db
let close: () => Promise<void>
let userId: number
let vesselId: number
const said: string[] = []
const backfill = (apply: boolean) => {
  said.length = 0
  return backfillSailings(db, { apply, say: (line) => said.push(line) })
}

beforeAll(async () => {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 2)
  db = createDb(pool)
  close = async () => {
    await pool.end()
    await database.drop()
  }
  userId = (await createUser(db)).id
  const vessel = { imoNumber: '9074729', name: 'EVER GIVEN' }
  vesselId = (await db.insertInto('vessels').values(vessel).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => close())

const ETD = '2026-03-05T00:00:00.000Z'
type Values = Partial<Parameters<typeof createConfirmation>[1]>
const confirmed = async (values: Values = {}, status: OrderStatus = OrderStatus.IN_PROGRESS) => {
  const { id: orderId } = await createOrder(db, { userId, status })
  const ports = { portOfLoading: 'CNNGB', portOfDischarge: 'USLAX' }
  await createConfirmation(db, {
    orderId,
    vesselId,
    vesselVoyage: '018E',
    ...ports,
    estimatedTimeOfDepartureAt: ETD,
    ...values,
  })
  return orderId
}
const loadingOf = (orderId: number) =>
  db.selectFrom('loadings').selectAll().where('orderId', '=', orderId).executeTakeFirst()

test('a dry run says what it would do and changes nothing; applying it groups by vessel, voyage and ports', async () => {
  const [one, two, three] = [await confirmed(), await confirmed({ vesselVoyage: '018 E' }), await confirmed()]
  await db
    .updateTable('confirmations')
    .set({
      estimatedTimeOfDepartureAt: '2026-03-06T00:00:00.000Z',
      portEstimatedTimeOfArrivalAt: '2026-03-01T00:00:00.000Z',
    })
    .where('orderId', '=', three)
    .execute()
  const alone = [
    await confirmed({ portOfLoading: 'CNSHA' }),
    await confirmed({ vesselVoyage: '18E' }),
    await confirmed({ vesselId: null }),
    await confirmed({}, OrderStatus.CANCELLED),
  ]
  expect(await backfill(false)).toBe('Would load 3 orders on 1 sailing. Nothing was changed; add --apply to do it.')
  expect(said).toEqual(['new: EVER GIVEN 018E CNNGB → USLAX, ETD Mar 5 2026: 3 orders, 3 with other dates'])
  expect(await loadingOf(one)).toBeUndefined()

  const before = await db.selectFrom('confirmations').selectAll().orderBy('orderId').execute()
  expect(await backfill(true)).toBe('Loaded 3 orders on 1 sailing.')
  const sailing = await db.selectFrom('sailings').selectAll().executeTakeFirstOrThrow()
  // An arrival before the departure is no date to plan with.
  expect(sailing).toMatchObject({ voyage: '018E', voyageKey: '018E', status: 'planned', etd: ETD, portEta: null })
  expect(sailing.reference).toMatch(/^S-\d{4}-0001$/)
  for (const [at, id] of [one, two, three].entries())
    expect(await loadingOf(id)).toMatchObject({ sailingId: sailing.id, position: at + 1 })
  for (const id of alone) expect(await loadingOf(id)).toBeUndefined()
  expect(await db.selectFrom('confirmations').selectAll().orderBy('orderId').execute()).toEqual(before)
  expect(await trailOf(db, 'orders', one)).toMatchObject([{ action: 'order.load', after: { sailingId: sailing.id } }])
  expect((await trailOf(db, 'sailings', sailing.id)).map(({ action }) => action)).toEqual([
    'sailing.create',
    'sailing.load',
  ])
  expect(await db.selectFrom('sailingDates').select(['field', 'source']).execute()).toEqual([
    { field: 'etd', source: 'import' },
  ])
})

test('a second run does nothing; a later order joins the sailing that is there, one alone too', async () => {
  expect(await backfill(true)).toMatch(/^Nothing to do/)
  const late = await confirmed()
  expect(await backfill(true)).toBe('Loaded 1 order on 1 sailing.')
  expect(said[0]).toMatch(/^S-\d{4}-0001: EVER GIVEN 018E/)
  expect(await loadingOf(late)).toMatchObject({ position: 4 })
})

test('an order that somebody took off its sailing stays off', async () => {
  const order = await confirmed()
  await db.insertInto('auditEntries').values({ action: 'order.unload', entity: 'orders', entityId: order }).execute()
  expect(await backfill(true)).toMatch(/^Nothing to do/)
  expect(await loadingOf(order)).toBeUndefined()
})

test('what departed and arrived is so on its sailing, and cargo that was received stays received', async () => {
  const event = await db.insertInto('events').values({ name: 'Received' }).returning('id').executeTakeFirstOrThrow()
  const dates = {
    actualTimeOfDepartureAt: '2026-01-05T00:00:00.000Z',
    portActualTimeOfArrivalAt: '2026-01-25T00:00:00.000Z',
    estimatedTimeOfDepartureAt: null,
  }
  const [first] = [
    await confirmed({ vesselVoyage: '001W', ...dates }),
    await confirmed({ vesselVoyage: '001W', ...dates }),
  ]
  const date = '2026-01-02T08:00:00.000Z'
  await db
    .insertInto('orderEvents')
    .values({
      orderId: first,
      eventId: event.id,
      eventName: 'Received',
      date,
      milestone: 'received',
      emailTemplateId: null,
    })
    .execute()
  await backfill(true)
  expect(await loadingOf(first)).toMatchObject({ receivedAt: date })
  const sailing = await db.selectFrom('sailings').selectAll().where('voyage', '=', '001W').executeTakeFirstOrThrow()
  expect(sailing).toMatchObject({ status: 'arrived', atd: dates.actualTimeOfDepartureAt, etd: null })
})

test('an actual day still to come was typed wrong, and is left out', async () => {
  const future = new Date(Date.now() + 5 * 86_400_000).toISOString()
  for (let n = 0; n < 2; n++) await confirmed({ vesselVoyage: '002W', actualTimeOfDepartureAt: future })
  await backfill(true)
  const sailing = await db.selectFrom('sailings').selectAll().where('voyage', '=', '002W').executeTakeFirstOrThrow()
  expect(sailing).toMatchObject({ status: 'planned', atd: null })
})

test('more groups than one batch takes are all loaded', async () => {
  for (const voyage of ['B1', 'B2', 'B3']) for (const _ of [1, 2]) await confirmed({ vesselVoyage: voyage })
  expect(await backfillSailings(db, { apply: true, batch: 2, say: () => {} })).toBe('Loaded 6 orders on 3 sailings.')
})
