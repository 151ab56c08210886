import type { Insertable } from 'kysely'
import type { Container } from '#contract/sailings/containers.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Orders } from '#server/db/types.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

let serial = 0

/** Days from now, as the 00:00 UTC of a departure or arrival. */
export const day = (offset: number) =>
  `${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`
export const LOADING_PORT = 'CNNGB'
export const DISCHARGE_PORT = 'USLAX'

/** Records for the tests of sailings: ports, a vessel, a client, and calls that make records. */
export async function sailingRecords(server: TestServer) {
  const { db, call } = server
  for (const [code, name] of [
    [LOADING_PORT, 'Ningbo'],
    [DISCHARGE_PORT, 'Los Angeles'],
    ['USLGB', 'Long Beach'],
  ] as const)
    await db.insertInto('ports').values({ code, name }).execute()
  const vessel = await db
    .insertInto('vessels')
    .values({ imoNumber: '9074729', name: 'EVER GIVEN' })
    .returningAll()
    .executeTakeFirstOrThrow()
  const depot = await db
    .insertInto('depots')
    .values({ name: 'Ningbo CFS', code: LOADING_PORT, tier: 1, depotFixed: 45, depotVar: 12, depotVarMin: 25 })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id: userId } = await createUser(db)

  /** A body of a new sailing; each has a voyage of its own. */
  const body = (rest: object = {}) => ({
    vesselId: vessel.id,
    voyage: `${100 + ++serial}E`,
    portOfLoading: LOADING_PORT,
    portOfDischarge: DISCHARGE_PORT,
    cargoCutOffAt: day(5),
    documentationCutOffAt: day(6),
    etd: day(10),
    portEta: day(30),
    ...rest,
  })
  const addSailing = async (rest: object = {}): Promise<Sailing> =>
    (await call('POST', 'sailing', { body: body(rest) })).body.data
  const addContainer = async (sailingId: number, rest: object = {}): Promise<Container> =>
    (await call('POST', 'container', { body: { sailingId, sizeType: '42G1', ...rest } })).body.data
  const addOrder = (rest: Partial<Insertable<Orders>> = {}) =>
    createOrder(db, { userId, originDepotId: depot.id, ...rest })
  const load = (sailingId: number, orderIds: number[], containerId?: number | null) =>
    call('POST', `sailing/${sailingId}/orders`, { body: { orderIds, containerId } })
  const confirmation = (orderId: number) =>
    db.selectFrom('confirmations').selectAll().where('orderId', '=', orderId).executeTakeFirst()
  return { vessel, depot, userId, body, addSailing, addContainer, addOrder, load, confirmation }
}
