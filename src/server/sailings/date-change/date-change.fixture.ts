import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { recordOf } from '#contract/lib/record-of.ts'
import { FOLLOWED, FOLLOWED_FIELDS } from '#contract/sailings/sailing-codes.ts'
import type { Db } from '#server/db/client.ts'
import type { Confirmations, Orders, Sailings } from '#server/db/types.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createConfirmation, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp } from '#server/test/smtp.ts'

let serial = 0

/** '2026-03-12T00:00:00.000Z' */
export const march = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`

/** The text of a mail that tells both arrivals. */
export const TELLING =
  '<p>Port {{ confirmation.portEstimatedTimeOfArrivalAt }}, place {{ confirmation.placeEstimatedTimeOfArrivalAt }}</p>'

export const createVessel = (db: Db, name = `Vessel ${++serial}`) =>
  db
    .insertInto('vessels')
    .values({ name, imoNumber: `IMO ${++serial}` })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A planned sailing from 1 to 12 March. */
export async function createSailing(db: Db, values: Partial<Insertable<Sailings>> = {}) {
  const n = ++serial
  const { id: vesselId } = values.vesselId ? { id: values.vesselId } : await createVessel(db)
  return db
    .insertInto('sailings')
    .values({
      reference: `S-2026-${String(n).padStart(4, '0')}`,
      vesselId,
      voyage: `${n}E`,
      portOfLoading: 'CNSHA',
      portOfDischarge: 'CAVAN',
      etd: march(1),
      portEta: march(12),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Sailing = Awaited<ReturnType<typeof createSailing>>

/**
 * An order on a sailing whose confirmation agrees with the sailing, and that arrives at its place three days
 * later.
 */
export async function createAboard(
  db: Db,
  sailing: Sailing,
  {
    confirmed = {},
    order = {},
  }: { confirmed?: Partial<Insertable<Confirmations>>; order?: Partial<Insertable<Orders>> } = {},
) {
  const n = ++serial
  const client = await createUser(db)
  const created = await createOrder(db, { userId: client.id, email: `client${n}@example.test`, ...order })
  await db.insertInto('loadings').values({ orderId: created.id, sailingId: sailing.id, position: n }).execute()
  const { vessel, ...said } = recordOf(FOLLOWED_FIELDS, (field) => sailing[FOLLOWED[field]])
  const placeEstimatedTimeOfArrivalAt = march(15)
  // The sailing's columns by the names of the confirmation.
  const follows = { ...said, vesselId: vessel } as Partial<Insertable<Confirmations>>
  await createConfirmation(db, { orderId: created.id, ...follows, placeEstimatedTimeOfArrivalAt, ...confirmed })
  return created
}

/** A sailing with as many orders. */
export async function createLoaded(db: Db, count: number) {
  const sailing = await createSailing(db)
  const orders: Awaited<ReturnType<typeof createAboard>>[] = []
  for (let n = 0; n < count; n++) orders.push(await createAboard(db, sailing))
  return { sailing, orders }
}

/** Calls about the dates of a sailing, or of another path with the same calls. */
export function dateCalls({ call }: Pick<TestServer, 'call'>, path: string) {
  const preview = (wanted: object = {}) =>
    call('POST', `${path}/date-change/preview`, {
      body: { dates: { portEta: march(17) }, mode: 'shift', ...wanted },
    })
  const apply = (body: object, headers: Record<string, string> = {}) =>
    call('POST', `${path}/date-change`, {
      body: { dates: { portEta: march(17) }, mode: 'shift', orders: [], ...body },
      headers,
    })
  /** The orders of a preview, ticked and mailed unless `change` says otherwise. */
  const ticked = async (wanted: object = {}, change: (id: number) => object = () => ({})) => {
    const { body, status } = await preview(wanted)
    expect(status, body.message).toBe(200)
    return {
      updatedAt: body.data.updatedAt ?? undefined,
      orders: body.data.orders.map(({ id, updatedAt }: { id: number; updatedAt: string }) => ({
        id,
        updatedAt,
        apply: true,
        mail: true,
        ...change(id),
      })),
    }
  }
  return { preview, apply, ticked }
}

/** Waits until a run is over; returns it. */
export async function finished({ call }: Pick<TestServer, 'call'>, id: number) {
  const read = async () => (await call('GET', `runs/${id}`)).body.data
  await expect.poll(async () => (await read()).finishedAt, { timeout: 20_000, interval: 20 }).not.toBeNull()
  return read()
}

/** The dates of an order's confirmation. */
export const confirmationOf = (db: Db, orderId: number) =>
  db.selectFrom('confirmations').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()

/** The states of a client's deliveries, oldest first, with their reasons. */
export const deliveriesOf = (db: Db, orderId: number) =>
  db
    .selectFrom('mailDeliveries as d')
    .innerJoin('mails as m', 'm.id', 'd.mailId')
    .select(['d.state', 'd.reason'])
    .where('m.orderId', '=', orderId)
    .where('d.role', '=', 'to')
    .orderBy('d.id')
    .execute()

/** Seconds of the hold: long enough that no mail leaves, unless a test releases it. */
export const HELD = 600

/**
 * A server with a mail server, at work, and with the template of a delay; changes of dates are held for HELD
 * seconds.
 */
export async function startChanges() {
  const smtp = await startSmtp()
  const server = await startTestServer({ SMTP_URL: smtp.url })
  server.config.runHoldSeconds = HELD
  const { db, services, call } = server
  const template = await createTemplate(db, TELLING, 'Delay of {{ order.trackingCode }}')
  let work = await startWork(services)
  return {
    server,
    smtp,
    template,
    /** Stops the work on runs and mails, until `resume`. */
    pause: () => work.stop(),
    resume: async () => {
      work = await startWork(services)
    },
    /** Applies a change and waits for its run. */
    applied: async (path: string, wanted: object = {}, change: (id: number) => object = () => ({})) => {
      const { apply, ticked } = dateCalls(server, path)
      const reply = await apply({ emailTemplateId: template.id, ...wanted, ...(await ticked(wanted, change)) })
      expect(reply.status, reply.body.message).toBe(200)
      return finished(server, reply.body.data.id)
    },
    etaOf: async (orderId: number) => (await confirmationOf(db, orderId)).portEstimatedTimeOfArrivalAt,
    itemsOf: async (runId: number) => (await call('GET', `runs/${runId}/items`)).body.data.items,
    close: async () => {
      await work.stop()
      await server.close()
      await smtp.stop()
    },
  }
}
