import type { Insertable } from 'kysely'
import type { MadeDocument, MadeKind } from '#contract/made-documents/made-documents.ts'
import type { Orders } from '#server/db/types.ts'
import { fetchFile } from '#server/test/files.ts'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

/** Sets the forwarder's name and address. */
export const nameCompany = (server: TestServer, values: object = {}) =>
  server.db
    .updateTable('companyProfile')
    .set({
      name: 'Quayside Forwarding Ltd.',
      address: '1 Harbour Road\nRotterdam',
      phone: '+31 10 555 0100',
      bankLines: 'IBAN NL00 QUAY 0000 0000 00',
      ...values,
    })
    .execute()

const at = (day: string, time = '00:00') => `${day}T${time}:00.000Z`

/** Values of a booking confirmation. */
export const CONFIRMATION = {
  portOfLoading: 'CNNGB',
  portOfDischarge: 'USLAX',
  placeOfDelivery: 'USCHI',
  cargoCutOffAt: at('2026-11-20', '09:05'),
  estimatedTimeOfDepartureAt: at('2026-11-24'),
  portEstimatedTimeOfArrivalAt: at('2026-12-19'),
  vesselVoyage: '018E',
}

/** Records for the tests of made documents: a vessel, a client, complete orders, and the calls. */
export async function madeRecords(server: TestServer) {
  const { db, call } = server
  const vessel = await db
    .insertInto('vessels')
    .values({ imoNumber: '9811000', name: 'EVER GIVEN' })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id: userId } = await createUser(db)
  /** An order with everything that documents need, and its price. */
  const addOrder = async (values: Partial<Insertable<Orders>> = {}, confirmation: object = {}) => {
    const order = await createOrder(db, { userId, shipmentDescription: 'Kitchenware, 40 cartons', ...values })
    await createConfirmation(db, { orderId: order.id, vesselId: vessel.id, ...CONFIRMATION, ...confirmation })
    return order
  }
  const price = (orderId: number, lines: object[]) =>
    db
      .insertInto('orderPrices')
      .values({
        orderId,
        booked: 855.96,
        calculated: 855.96,
        manual: false,
        userId: null,
        inputs: JSON.stringify({}) as never,
        lines: JSON.stringify(lines) as never, // stored as JSON
      })
      .execute()
  const list = async (orderId: number): Promise<MadeDocument[]> =>
    (await call('GET', `request/booking/${orderId}/made-documents`)).body.data
  const one = async (orderId: number, kind: MadeKind) => {
    const found = (await list(orderId)).find((each) => each.kind === kind)
    if (!found) throw new Error(`No ${kind}`)
    return found
  }
  const make = (orderId: number, kind: MadeKind, rest: object = {}) =>
    call('POST', `request/booking/${orderId}/made-documents`, { body: { kind, ...rest } })
  const fileOf = async (documentId: number) =>
    new Uint8Array(await (await fetchFile(server, `document/${documentId}/download`)).arrayBuffer())
  /** Makes a document; throws if it is refused. */
  const made = async (orderId: number, kind: MadeKind, rest: object = {}) => {
    const { status, body } = await make(orderId, kind, rest)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return { state: body.data as MadeDocument, pdf: await fileOf(body.data.versions[0].documentId) }
  }
  return { vessel, userId, addOrder, price, list, one, make, made, fileOf }
}
