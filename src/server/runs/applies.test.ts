import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import type { Scope } from '#contract/integrations/api-keys.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { AttachedKind } from '#contract/made-documents/made-documents.ts'
import type { RunKindName, RunWithMails } from '#contract/runs/runs.ts'
import { BULK_KINDS, type BulkKind, LEFT_OUT, OFFER_KINDS, type OfferKind } from '#contract/runs/start-run.ts'
import { clientCells, csvOf, startImports } from '#server/imports/imports.fixture.ts'
import { KINDS } from '#server/run-kinds.ts'
import {
  createAboard,
  createSailing,
  createVessel,
  dateCalls,
  march,
} from '#server/sailings/date-change/date-change.fixture.ts'
import { bearer, createConfirmation, createEvent, createKey, createTemplate, createUser } from '#server/test/records.ts'
import { createClientOrder, MARCH, startBulk } from './bulk.fixture.ts'

// The number on the button of every kind of run is the number of rows that it does.

vi.setConfig({ testTimeout: 300_000 })

const RUNS = process.env.LONG_TESTS === '1' ? 60 : 6
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_127))
const MOST_ORDERS = 9

const bulk = await startBulk()
const imports = await startImports()
afterAll(async () => {
  await Promise.all([bulk.close(), imports.close()])
})
const { server, finished } = bulk
const { db, call } = server

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never

/** Everything about an order that decides whether an action on it succeeds. */
const anOrder = fc.record({
  status: fc.constantFrom(0, 0, 0, 0, 1, 2),
  client: fc.constantFrom('there', 'there', 'there', 'deleted'),
  email: fc.constantFrom('', 'own', 'shared'),
  events: fc.subarray(['confirmed', 'received', 'on-hold', 'delivered'] as const),
  mode: fc.constantFrom(TransportationMode.LCL, TransportationMode.LCL, TransportationMode.FCL),
  weight: fc.constantFrom(null, 100, 600),
  described: fc.boolean(),
  priced: fc.boolean(),
  confirmation: fc.constantFrom('none', 'part', 'whole'),
  loaded: fc.constantFrom('no', 'no', 'no', 'no', 'here', 'boxed', 'elsewhere', 'received'),
  papers: fc.boolean(),
  inCharge: fc.constantFrom('nobody', 'first', 'second'),
  since: fc.constantFrom('same', 'same', 'same', 'edited', 'moved'),
})
type AnOrder = Made<typeof anOrder>

const selected = fc.record({
  orders: fc.array(anOrder, { minLength: 1, maxLength: MOST_ORDERS }),
  by: fc.constantFrom('ids' as const, 'orders' as const, 'filters' as const),
  caller: fc.constantFrom('manager', 'admin', 'key for all', 'key for all', 'key that reads', 'key for orders'),
})

async function records() {
  const events: { id: number; milestone: AnOrder['events'][number] | null }[] = []
  for (const milestone of ['confirmed', 'received', 'on-hold', 'delivered', null] as const) {
    const { id } = await createEvent(db)
    await db.updateTable('events').set({ milestone }).where('id', '=', id).execute()
    events.push({ id, milestone })
  }
  const template = async (attaches: AttachedKind | null) => {
    const { id } = await createTemplate(db)
    await db.updateTable('mailTemplates').set({ attaches }).where('id', '=', id).execute()
    return id
  }
  const templates = [
    await template(null),
    await template('booking-confirmation'),
    await template('arrival-notice'),
    await template('delivery-order'),
    await template('house-bill'),
    await template('quote'),
  ]
  const sailing = await createSailing(db)
  const departed = await createSailing(db, { status: 'departed' })
  const elsewhere = await createSailing(db)
  const box = { sizeType: '45G1', maxCbm: 70, maxKg: 1500 }
  const [small, other] = await db
    .insertInto('containers')
    .values([
      { ...box, sailingId: sailing.id, number: 'MSCU6639870' },
      { ...box, sailingId: sailing.id, number: 'TEMU6079348', maxKg: 100_000 },
    ])
    .returning('id')
    .execute()
  const staff = [await createUser(db, { role: ['ROLE_MANAGER'] }), await createUser(db, { role: ['ROLE_ADMIN'] })]
  const { id: vesselId } = await createVessel(db)
  const paper = { name: 'Packing list', supplier: 'client', categoryId: 2, basis: 'booking' }
  await call('POST', 'document-requirement', { body: paper })
  const scopes: Scope[] = ['orders:write', 'reference:write', 'content:read']
  const key = async (...granted: Scope[]) => (await createKey(db, granted)).key
  const callers = {
    manager: { token: await server.tokenFor(staff[0]?.id ?? 0) },
    admin: { token: await server.tokenFor(staff[1]?.id ?? 0) },
    'key for all': { token: null, headers: bearer(await key(...scopes)) },
    'key that reads': { token: null, headers: bearer(await key('orders:read', 'reference:read')) },
    'key for orders': { token: null, headers: bearer(await key('orders:write')) },
  }
  return {
    events,
    templates,
    sailing,
    departed,
    elsewhere,
    small: small?.id,
    other: other?.id,
    staff,
    vesselId,
    callers,
  }
}
let known: Awaited<ReturnType<typeof records>>
beforeAll(async () => {
  await db.updateTable('companyProfile').set({ name: 'Quayside Ltd.', address: 'Rotterdam' }).execute()
  known = await records()
})

/** The order of a case, as it was when the screen showed it. */
async function make(wanted: AnOrder) {
  const order = await createClientOrder(db, {
    transportationMode: wanted.mode,
    shipmentWeight: wanted.weight,
    shipmentDescription: wanted.described ? 'Lamps' : '',
    estimatedTransportation: wanted.priced ? 855.96 : null,
    inChargeId: wanted.inCharge === 'nobody' ? null : (known.staff[wanted.inCharge === 'first' ? 0 : 1]?.id ?? null),
    ...(wanted.email !== 'own' && { email: wanted.email === 'shared' ? 'Shared@example.test' : '' }),
  })
  const orderId = order.id
  if (wanted.confirmation !== 'none')
    await createConfirmation(db, {
      orderId,
      vesselId: known.vesselId,
      vesselVoyage: '018E',
      portOfDischarge: 'USLAX',
      ...(wanted.confirmation === 'whole' && {
        portOfLoading: 'CNSHA',
        placeOfDelivery: 'USLAX',
        cargoCutOffAt: MARCH,
        estimatedTimeOfDepartureAt: march(5),
        portEstimatedTimeOfArrivalAt: march(20),
      }),
    })
  for (const { id, milestone } of known.events)
    if (wanted.events.some((each) => each === milestone)) {
      const body = {
        bookingRequestId: orderId,
        eventId: id,
        date: MARCH,
        comment: '',
        emailTemplateId: null,
        documents: [],
      }
      expect((await call('POST', 'request/event/data/add', { body })).status).toBe(200)
    }
  if (wanted.loaded !== 'no') {
    const sailingId = wanted.loaded === 'elsewhere' ? known.elsewhere.id : known.sailing.id
    const containerId = wanted.loaded === 'boxed' && wanted.mode === TransportationMode.LCL ? known.other : null
    const receivedAt = wanted.loaded === 'received' ? MARCH : null
    await db.insertInto('loadings').values({ orderId, sailingId, containerId, receivedAt, position: orderId }).execute()
  }
  if (!wanted.papers)
    await db
      .updateTable('orderRequirements')
      .set({ state: 'waived', reason: 'x' })
      .where('orderId', '=', orderId)
      .execute()
  if (wanted.status !== 0) await bulk.editOrder(orderId, { status: wanted.status })
  if (wanted.client === 'deleted') await bulk.deleteClient(order.clientId)
  const { updatedAt, lastEventEntryId } = await db
    .selectFrom('orders')
    .select(['updatedAt', 'lastEventEntryId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { id: orderId, updatedAt, lastEventEntryId, clientId: order.clientId }
}

/** What others did to an order after the screen had shown it, before the dialog was opened. */
async function changeSince(id: number, { since, client }: AnOrder) {
  if (client === 'deleted') return
  if (since === 'edited') await bulk.editOrder(id, { companyName: 'Other Lamps' })
  if (since === 'moved') {
    const event = known.events.at(-1)?.id
    const body = {
      bookingRequestId: id,
      eventId: event,
      date: MARCH,
      comment: '',
      emailTemplateId: null,
      documents: [],
    }
    expect((await call('POST', 'request/event/data/add', { body })).status).toBe(200)
  }
}

/** Inputs of each kind that can be started over a selection, in every variant that a screen sends. */
const INPUTS: Record<BulkKind, () => fc.Arbitrary<object>> = {
  event: () =>
    fc
      .record({
        eventId: fc.constantFrom(...known.events.map(({ id }) => id)),
        emailTemplateId: fc.constantFrom(null, ...known.templates, ...known.templates),
        pdf: fc.constantFrom('none', 'where it can be made', 'required'),
        leaveOut: fc.subarray([...LEFT_OUT]),
        carry: fc.boolean(),
      })
      .map(({ pdf, ...input }) => ({
        ...input,
        ...{ date: MARCH, comment: '', attach: pdf !== 'none', attachRequired: pdf === 'required' },
      })),
  status: () => fc.record({ status: fc.constantFrom(0, 1, 2), notify: fc.boolean() }),
  'in-charge': () => fc.constantFrom(null, ...known.staff.map(({ id }) => id)).map((userId) => ({ userId })),
  load: () =>
    fc.constantFrom(
      { sailingId: known.sailing.id },
      { sailingId: known.sailing.id, otherDestinations: true },
      { sailingId: known.sailing.id, containerId: null },
      { sailingId: known.sailing.id, containerId: known.small },
      { sailingId: known.departed.id },
      { sailingId: known.departed.id, containerId: null },
    ),
  dates: () =>
    fc.constantFrom({ cargoReadyAt: MARCH }, { cargoCutOffAt: null, placeEstimatedTimeOfArrivalAt: march(25) }),
  'ask-documents': () => fc.constant({ emailTemplateId: null }),
  'ask-suppliers': () => fc.constant({ message: 'When will it arrive?' }),
  'arrival-notice': () => fc.record({ emailTemplateId: fc.constantFrom(...known.templates), again: fc.boolean() }),
}

/** Previews a run and starts it, as a dialog does; the orders of a selection by filters have a company of their own. */
async function startAsked(kind: BulkKind, input: object, { orders: wanted, by, caller }: Made<typeof selected>) {
  const made: Awaited<ReturnType<typeof make>>[] = []
  for (const each of wanted) made.push(await make(each))
  const company = `Company ${made[0]?.id}`
  if (by === 'filters')
    for (const order of made) {
      await db.updateTable('orders').set({ companyName: company }).where('id', '=', order.id).execute()
      order.updatedAt = (
        await db.selectFrom('orders').select('updatedAt').where('id', '=', order.id).executeTakeFirstOrThrow()
      ).updatedAt
    }
  for (const [at, each] of wanted.entries()) if (made[at]) await changeSince(made[at].id, each)
  const selection = {
    ids: { ids: made.map(({ id }) => id) },
    orders: { orders: made.map(({ id, updatedAt, lastEventEntryId }) => ({ id, updatedAt, lastEventEntryId })) },
    filters: { filters: { company: `is:${company}` } },
  }[by]
  const as = known.callers[caller]
  const seen = await call('POST', 'runs/preview', { body: { kind, input, selection }, ...as })
  const { status, body } = await call('POST', 'runs', {
    body: { kind, input, selection: { ...selection, asOfId: seen.body.data?.asOfId ?? undefined } },
    ...as,
  })
  return { seen, status, body, made }
}

describe.each(BULK_KINDS.filter((kind) => kind in KINDS))('%s', (kind) => {
  test('does as many rows as its preview says, over any orders', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(INPUTS[kind](), selected, async (input, over) => {
        const { seen, status, body, made } = await startAsked(kind, input, over)
        if (status !== 200) {
          // Who may not start it, or starts it over nothing, changes nothing.
          expect([400, 403], JSON.stringify(body)).toContain(status)
          expect(
            over.caller === 'key that reads' || over.caller === 'key for orders' || over.by === 'filters',
            JSON.stringify(body),
          ).toBe(true)
          return
        }
        expect(seen.status, JSON.stringify(seen.body)).toBe(200)
        const { applies, total, outcomes, mails, attachments, noAddress } = seen.body.data
        const run = await finished(body.data.id)
        const said = JSON.stringify({ input, over, preview: seen.body.data, reasons: run.reasons })
        expect(run.done, said).toBe(applies)
        expect(total, said).toBe(over.by === 'filters' ? run.total + run.skipped : made.length)
        const ids = outcomes.flatMap((outcome: { ids: number[] }) => outcome.ids)
        expect(new Set(ids).size, said).toBe(total)
        expect(ids.length, said).toBe(total)
        const count = (...of: string[]) =>
          outcomes.reduce(
            (sum: number, each: { outcome: string; count: number }) =>
              sum + (of.includes(each.outcome) ? each.count : 0),
            0,
          )
        expect(count('changes'), said).toBeLessThanOrEqual(applies)
        expect(applies, said).toBeLessThanOrEqual(total - count('cannot'))
        const sent = await db
          .selectFrom('mails as m')
          .leftJoin('mailDocuments as d', 'd.mailId', 'm.id')
          .select(['m.id', 'd.documentId'])
          .where('m.runId', '=', body.data.id)
          .execute()
        expect(sent.length, said).toBe(mails.count)
        expect(sent.filter(({ documentId }) => documentId !== null).length, said).toBe(attachments?.can ?? 0)
        if (noAddress) expect(noAddress.count, said).toBeLessThanOrEqual(mails.withoutAddress)
        done += run.done
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(done).toBeGreaterThan(0)
  })
})

/** Kinds with a screen of their own: what that screen promises, and what its run does. */
const OTHERS: Record<
  Exclude<RunKindName, BulkKind | OfferKind> | 'dates',
  () => Promise<{ promised: number; run: Pick<RunWithMails, 'done'> }>
> = {
  dates: async () => {
    const sailing = await createSailing(db)
    const states = [{}, { status: OrderStatus.CANCELLED }, { status: OrderStatus.COMPLETED }, { email: '' }, {}]
    for (const order of states) await createAboard(db, sailing, { order })
    const { ticked, apply } = dateCalls(server, `sailing/${sailing.id}`)
    const asked = await ticked({}, () => ({ mail: false }))
    const { status, body } = await apply(asked)
    expect(status, JSON.stringify(body)).toBe(200)
    return { promised: asked.orders.length, run: await finished(body.data.id) }
  },
  import: async () => {
    const rows = [
      clientCells('one@example.test'),
      clientCells('not an address'),
      clientCells('anna@example.test'),
      clientCells('two@example.test'),
    ]
    const { id, valid } = await imports.checked('clients', csvOf(rows))
    return { promised: valid, run: await imports.apply(id) }
  },
}

test.each(keysOf(OTHERS))('%s: its own screen promises as many rows as it does', async (kind) => {
  const { promised, run } = await OTHERS[kind]()
  expect(promised).toBeGreaterThan(0)
  expect(run.done).toBe(promised)
})

test('every kind of run has a case', () => {
  // Runs over offers have theirs in their room.
  const known: readonly string[] = [...keysOf(INPUTS), ...keysOf(OTHERS), ...OFFER_KINDS]
  expect(keysOf(KINDS).filter((kind) => !known.includes(kind))).toEqual([])
})
