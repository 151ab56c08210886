import { beforeAll, expect, test } from 'vitest'
import { matchEarlyEvents } from '#server/jobs/carrier-feeds.ts'
import { day, sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { testServer } from '#server/test/test-server.ts'
import { at, carrierCalls, event22, newNumber, retraction } from './carrier-events.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
let calls: ReturnType<typeof carrierCalls>
beforeAll(async () => {
  records = await sailingRecords(server)
  calls = carrierCalls(server)
  await server.call('POST', 'place', {
    body: { name: 'Pier 400', kind: 'terminal', portCode: 'USLAX', timeZone: 'America/Los_Angeles' },
  })
})

/** A sailing that left 20 days ago and is due, with a container. */
async function afloat(rest: object = {}) {
  const sailing = await records.addSailing({
    cargoCutOffAt: null,
    documentationCutOffAt: null,
    etd: day(-20),
    portEta: day(-3),
    ...rest,
  })
  const container = await records.addContainer(sailing.id, { number: newNumber() })
  return { sailing, container, number: container.number }
}
const states = async (sailingId: number) =>
  (await calls.of(sailingId))
    .map(({ externalId, state, reason }: { externalId: string; state: string; reason: string }) => [
      externalId,
      state,
      reason,
    ])
    .sort()

test('an actual event fills the empty field that it is about, and the same again changes nothing', async () => {
  const { sailing, container, number } = await afloat()
  const discharged = event22({ id: 'first', container: number, when: at(-2, '18:00') })
  expect(await calls.taken(discharged)).toEqual({
    ...{
      received: 1,
      stored: 1,
      duplicates: 0,
      applied: 1,
      proposed: 0,
      ignored: 0,
      superseded: 0,
      unmatched: 0,
      problems: [],
    },
  })
  expect((await calls.container(container.id)).dischargedAt).toBe(new Date(at(-2, '18:00')).toISOString())
  expect(await calls.taken(discharged)).toMatchObject({ received: 1, stored: 0, duplicates: 1, applied: 0 })
  const [row] = await calls.of(sailing.id)
  expect(row).toMatchObject({
    ...{
      feed: { name: 'Push' },
      externalId: 'first',
      container: number,
      milestone: 'discharged',
      classifier: 'act',
      state: 'applied',
      reason: '',
    },
    ...{
      sailing: { id: sailing.id, reference: sailing.reference },
      containerId: container.id,
      field: 'dischargedAt',
      zoneAssumed: false,
    },
    ours: new Date(at(-2, '18:00')).toISOString(),
  })
  expect((await server.call('GET', `carrier-event/${row.id}`)).body.data).toMatchObject({
    id: row.id,
    raw: { eventID: 'first' },
    nearest: [],
  })
})

test('departure and arrival are the days at the place, and confirmations and the status follow', async () => {
  const { sailing, number, container } = await afloat()
  const order = await records.addOrder()
  await records.load(sailing.id, [order.id], container.id)
  // 23:30 in Los Angeles is the next day in UTC.
  const arrived = event22({ code: 'ARRI', container: number, when: `${day(-2).slice(0, 10)}T06:30:00Z` })
  const departed = event22({ code: 'DEPA', container: number, when: `${day(-20).slice(0, 10)}T23:30:00+08:00` })
  expect(await calls.taken(arrived, departed)).toMatchObject({ applied: 2 })
  expect(await calls.sailing(sailing.id)).toMatchObject({ atd: day(-20), portAta: day(-3), status: 'arrived' })
  expect(await records.confirmation(order.id)).toMatchObject({
    ...{ actualTimeOfDepartureAt: day(-20), portActualTimeOfArrivalAt: day(-3) },
  })
  const { rows } = {
    rows: await server.db
      .selectFrom('sailingDates')
      .selectAll()
      .where('sailingId', '=', sailing.id)
      .where('source', '=', 'carrier')
      .execute(),
  }
  expect(rows.map(({ field }) => field).sort()).toEqual(['atd', 'portAta'])
})

test('a time without a zone is that of the place, and its day is never moved', async () => {
  const { sailing, number } = await afloat()
  await calls.taken(event22({ code: 'ARRI', container: number, when: `${day(-3).slice(0, 10)}T23:45:00` }))
  expect((await calls.sailing(sailing.id)).portAta).toBe(day(-3))
  const [row] = await calls.of(sailing.id)
  expect(row.zoneAssumed).toBe(true)
  expect(new Date(row.at).getTime()).toBeGreaterThan(Date.parse(`${day(-3).slice(0, 10)}T23:45:00Z`))
})

test('a carrier corrects what it wrote, in any order of arrival; the older statement is superseded', async () => {
  const first = { id: 'c1', when: at(-4), stated: at(-3) }
  const second = { id: 'c2', when: at(-5), stated: at(-2) }
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    const { sailing, container, number } = await afloat()
    for (const each of order) await calls.taken(event22({ ...each, id: `${each.id}-${number}`, container: number }))
    expect((await calls.container(container.id)).dischargedAt).toBe(new Date(second.when).toISOString())
    expect(await states(sailing.id)).toEqual([
      [`c1-${number}`, 'superseded', 'A newer statement counts'],
      [`c2-${number}`, 'applied', ''],
    ])
  }
})

test('a value of ours is never overwritten: the carrier proposes, and is applied by a person', async () => {
  const { sailing, container, number } = await afloat()
  await server.call('PUT', `container/${container.id}`, { body: { dischargedAt: at(-6) } })
  expect(await calls.taken(event22({ container: number, when: at(-4) }))).toMatchObject({ proposed: 1 })
  const [row] = await calls.of(sailing.id)
  expect(row).toMatchObject({ state: 'proposed', reason: 'We say otherwise', ours: new Date(at(-6)).toISOString() })
  expect((await calls.decide(row.id, 'apply')).body.data).toMatchObject({ state: 'applied' })
  expect((await calls.container(container.id)).dischargedAt).toBe(new Date(at(-4)).toISOString())
  expect((await calls.decide(row.id, 'apply')).status).toBe(200)
  // A value that a person saves is ours again, and the event says so at once.
  await server.call('PUT', `container/${container.id}`, { body: { dischargedAt: at(-7) } })
  expect(await states(sailing.id)).toEqual([[row.externalId, 'proposed', 'We say otherwise']])
  expect(await calls.taken(event22({ container: number, when: at(-3), stated: at(0, '00:00') }))).toMatchObject({
    proposed: 1,
  })
  expect((await calls.container(container.id)).dischargedAt).toBe(new Date(at(-7)).toISOString())
})

test('the same day as ours is applied', async () => {
  const { sailing, number } = await afloat()
  await server.call('PUT', `sailing/${sailing.id}`, { body: { atd: day(-20) } })
  expect(
    await calls.taken(event22({ code: 'DEPA', container: number, when: `${day(-20).slice(0, 10)}T03:00:00+08:00` })),
  ).toMatchObject({ applied: 1 })
})

test('what is to come is proposed, and what is planned or expected of other milestones ignored', async () => {
  const { sailing, number } = await afloat({ portEta: day(5) })
  const taken = await calls.taken(
    event22({ id: 'a', container: number, when: at(2) }),
    event22({ id: 'b', container: number, when: at(2), classifier: 'EST' }),
    event22({ id: 'c', container: number, code: 'ARRI', when: at(2), classifier: 'PLN' }),
    event22({ id: 'd', container: number, code: 'GTIN', when: at(-21), place: 'CNNGB' }),
    event22({ id: 'e', container: number, code: 'DISC', when: at(-10), place: 'KRPUS' }),
    event22({ id: 'f', container: number, code: 'DEPA', when: at(-9), place: 'KRPUS' }),
    event22({ id: 'g', container: number, code: 'LOAD', mode: 'RAIL', when: at(-9) }),
  )
  expect(taken).toMatchObject({ stored: 7, proposed: 1, ignored: 6 })
  expect(await states(sailing.id)).toEqual([
    ['a', 'proposed', 'In the future'],
    ['b', 'ignored', 'Only expected'],
    ['c', 'ignored', 'Only planned'],
    ['d', 'ignored', 'A milestone that we do not keep'],
    ['e', 'ignored', 'Another port'],
    ['f', 'ignored', 'Another port'],
    ['g', 'ignored', 'A milestone that we do not keep'],
  ])
})

test('an estimate is never written: it is proposed where it differs, and shown at the sailing', async () => {
  const { sailing, number } = await afloat({ portEta: day(5) })
  const same = event22({
    id: 'same',
    code: 'ARRI',
    container: number,
    classifier: 'EST',
    when: `${day(5).slice(0, 10)}T12:00:00-08:00`,
    stated: at(-3),
  })
  expect(await calls.taken(same)).toMatchObject({ ignored: 1 })
  expect(await calls.sailing(sailing.id)).toMatchObject({ carrierSays: [] })
  const later = event22({
    id: 'later',
    code: 'ARRI',
    container: number,
    classifier: 'EST',
    when: `${day(9).slice(0, 10)}T12:00:00-08:00`,
    stated: at(-2),
  })
  expect(await calls.taken(later)).toMatchObject({ proposed: 1 })
  const rows = await calls.of(sailing.id)
  const { id } = rows.find((row: { externalId: string }) => row.externalId === 'later')
  expect(await calls.sailing(sailing.id)).toMatchObject({
    portEta: day(5),
    carrierSays: [{ field: 'portEta', at: day(9), ours: day(5), days: 4, eventId: id }],
  })
  expect(await calls.decide(id, 'apply')).toMatchObject({ status: 409, body: { message: 'Use Change dates' } })
  expect(await states(sailing.id)).toEqual([
    ['later', 'proposed', 'We say otherwise'],
    ['same', 'superseded', 'A newer statement counts'],
  ])
})

test('a retracted event is superseded, what it wrote is emptied, and the one before counts again', async () => {
  const { sailing, container, number } = await afloat()
  const [one, two] = [`r1-${number}`, `r2-${number}`]
  await calls.taken(event22({ id: one, container: number, when: at(-5), stated: at(-4) }))
  await calls.taken(event22({ id: two, container: number, when: at(-4), stated: at(-3) }))
  expect(await calls.taken(retraction(two, at(-2)))).toMatchObject({
    received: 1,
    stored: 1,
    superseded: 1,
    duplicates: 0,
  })
  expect((await calls.container(container.id)).dischargedAt).toBe(new Date(at(-5)).toISOString())
  expect(await states(sailing.id)).toEqual([
    [one, 'applied', ''],
    [two, 'superseded', 'Retracted'],
  ])
  expect(await calls.taken(retraction(two, at(-2)))).toMatchObject({ stored: 0, duplicates: 1 })
  await calls.taken(retraction(one))
  expect((await calls.container(container.id)).dischargedAt).toBe(null)
  // A retraction that comes first holds too.
  await calls.taken(retraction(`r3-${number}`))
  expect(await calls.taken(event22({ id: `r3-${number}`, container: number, when: at(-4) }))).toMatchObject({
    superseded: 1,
  })
  expect((await calls.container(container.id)).dischargedAt).toBe(null)
})

test('a value that a person touched since stays when its event is retracted', async () => {
  const { container, number } = await afloat()
  await calls.taken(event22({ id: `t-${number}`, container: number, when: at(-5) }))
  await server.call('PUT', `container/${container.id}`, { body: { dischargedAt: at(-6) } })
  await calls.taken(retraction(`t-${number}`))
  expect((await calls.container(container.id)).dischargedAt).toBe(new Date(at(-6)).toISOString())
})

test('an event is matched by container, then bill, then booking, within 60 days of the voyage', async () => {
  const masterBill = `MEDU ${newNumber()}`
  const carrierBooking = `EBKG-${newNumber()}`
  const { sailing, container, number } = await afloat({ masterBill, carrierBooking })
  await calls.taken(
    event22({ id: 'bill', documents: { TRD: masterBill.replace(' ', '-').toLowerCase() }, when: at(-2) }),
    event22({ id: 'booking', documents: { BKG: carrierBooking.replace('-', '') }, code: 'AVPU', when: at(-2) }),
    event22({ id: 'box', container: number.toLowerCase(), code: 'GTOT', when: at(-1) }),
  )
  expect(await calls.container(container.id)).toMatchObject({
    dischargedAt: expect.any(String),
    availableAt: expect.any(String),
    gatedOutAt: expect.any(String),
  })
  expect(await states(sailing.id)).toHaveLength(3)
  expect(await calls.taken(event22({ container: number, when: at(-81) }))).toMatchObject({ unmatched: 1 })
  expect(await calls.taken(event22({ container: number, when: at(-80) }))).toMatchObject({ unmatched: 0 })
})

test('of a container used twice, the voyage that departed last before the event is meant', async () => {
  const number = newNumber()
  const older = await records.addSailing({
    cargoCutOffAt: null,
    documentationCutOffAt: null,
    etd: day(-60),
    portEta: day(-40),
  })
  const newer = await records.addSailing({
    cargoCutOffAt: null,
    documentationCutOffAt: null,
    etd: day(-20),
    portEta: day(-2),
  })
  const [first, second] = [
    await records.addContainer(older.id, { number }),
    await records.addContainer(newer.id, { number }),
  ]
  await calls.taken(
    event22({ id: `x-${number}`, container: number, when: at(-39) }),
    event22({ id: `y-${number}`, container: number, when: at(-1), stated: at(0, '00:00') }),
    event22({ id: `z-${number}`, container: number, code: 'GTOT', empty: 'EMPTY', place: 'CNNGB', when: at(-25) }),
  )
  expect((await calls.container(first.id)).dischargedAt).toBe(new Date(at(-39)).toISOString())
  expect((await calls.container(second.id)).dischargedAt).toBe(new Date(at(-1)).toISOString())
  expect((await calls.of(newer.id)).map((row: { externalId: string }) => row.externalId).sort()).toEqual([
    `y-${number}`,
    `z-${number}`,
  ])
})

test('a vessel alone never matches; a person says which sailing is meant', async () => {
  const { sailing, container } = await afloat()
  const only = event22({
    id: `v-${container.number}`,
    code: 'ARRI',
    when: at(-3),
    imo: '9074729',
    voyage: sailing.voyage,
  })
  expect(await calls.taken(only)).toMatchObject({ unmatched: 1 })
  const { items, counts } = (await server.call('GET', 'carrier-event?state=unmatched&per_page=100')).body.data
  expect(counts.unmatched).toBe(items.length)
  expect(items.every(({ reason }: { reason: string }) => reason !== '')).toBe(true)
  const row = items.find((each: { externalId: string }) => each.externalId === `v-${container.number}`)
  const whole = (await server.call('GET', `carrier-event/${row.id}`)).body.data
  expect(whole.nearest[0]).toEqual({
    ...{
      id: sailing.id,
      reference: sailing.reference,
      vessel: 'EVER GIVEN',
      voyage: sailing.voyage,
      etd: sailing.etd,
      portEta: sailing.portEta,
    },
  })
  expect(whole.nearest.length).toBeLessThanOrEqual(5)
  expect(await calls.decide(row.id, 'match', { sailingId: 999_999 })).toMatchObject({ status: 400 })
  expect((await calls.decide(row.id, 'match', { sailingId: sailing.id })).body.data).toMatchObject({
    state: 'applied',
    field: 'portAta',
    nearest: [],
  })
  expect(await calls.sailing(sailing.id)).toMatchObject({ portAta: expect.any(String), status: 'arrived' })
  expect(await calls.decide(row.id, 'match', { sailingId: sailing.id })).toMatchObject({ status: 409 })
})

test("a container's milestone without a container is proposed where there are several", async () => {
  const masterBill = newNumber()
  const { sailing } = await afloat({ masterBill })
  await records.addContainer(sailing.id, { number: newNumber() })
  expect(await calls.taken(event22({ documents: { TRD: masterBill }, when: at(-2) }))).toMatchObject({ proposed: 1 })
  const [row] = await calls.of(sailing.id)
  expect(row).toMatchObject({ reason: 'It names no container', containerId: null })
  expect(await calls.decide(row.id, 'apply')).toMatchObject({ status: 409 })
})

test('an event is ignored by hand, with its reason, and stays so', async () => {
  const { sailing, container, number } = await afloat()
  await server.call('PUT', `container/${container.id}`, { body: { dischargedAt: at(-6) } })
  await calls.taken(event22({ container: number, when: at(-4) }))
  const [row] = await calls.of(sailing.id)
  expect((await calls.decide(row.id, 'ignore', { reason: 'Another box' })).body.data).toMatchObject({
    state: 'ignored',
    reason: 'Another box',
  })
  expect((await calls.decide(row.id, 'ignore')).status).toBe(200)
  expect(await calls.decide(row.id, 'apply')).toMatchObject({ status: 409 })
  await server.call('PUT', `container/${container.id}`, { body: { dischargedAt: null } })
  expect(await states(sailing.id)).toEqual([[row.externalId, 'ignored', 'Another box']])
})

test('an arrival before the departure is not written', async () => {
  const { sailing, number } = await afloat()
  await calls.taken(event22({ id: 'arr', code: 'ARRI', container: number, when: at(-19) }))
  expect(await calls.sailing(sailing.id)).toMatchObject({ portAta: day(-19) })
  await calls.taken(event22({ id: 'dep', code: 'DEPA', container: number, when: at(-18) }))
  expect(await calls.sailing(sailing.id)).toMatchObject({ atd: day(-18), portAta: null, status: 'departed' })
  expect(await states(sailing.id)).toEqual([
    ['arr', 'proposed', 'We have no date'],
    ['dep', 'applied', ''],
  ])
})

test('a sailing that is deleted leaves its events unmatched', async () => {
  const { sailing, container, number } = await afloat()
  await calls.taken(event22({ id: `del-${number}`, container: number, when: at(-4) }))
  await server.call('DELETE', `container/${container.id}`)
  expect(await server.call('DELETE', `sailing/${sailing.id}`)).toMatchObject({ status: 200 })
  const { items } = (await server.call('GET', 'carrier-event?state=unmatched&per_page=100')).body.data
  expect(items.find((each: { externalId: string }) => each.externalId === `del-${number}`)).toMatchObject({
    sailing: null,
    reason: 'The sailing was deleted',
  })
})

test('a carrier that may set events sets that of the milestone for the orders aboard, once and without a mail', async () => {
  const carrier = (await server.call('POST', 'carrier', { body: { name: `Carrier ${newNumber()}`, setsEvents: true } }))
    .body.data
  expect(carrier).toMatchObject({ setsEvents: true })
  await server.db
    .insertInto('events')
    .values({ name: 'Sailed', publicStatus: 'Sailed', milestone: 'departed' })
    .execute()
  const { sailing, number, container } = await afloat({ carrierId: carrier.id })
  const order = await records.addOrder()
  await records.load(sailing.id, [order.id], container.id)
  await calls.taken(event22({ code: 'DEPA', container: number, when: `${day(-20).slice(0, 10)}T03:00:00Z` }))
  const runs = () =>
    server.db
      .selectFrom('runItems as i')
      .innerJoin('runs as r', 'r.id', 'i.runId')
      .select(['r.kind', 'r.input'])
      .where('i.orderId', '=', order.id)
      .execute()
  expect(await runs()).toMatchObject([{ kind: 'event', input: { plan: { template: null } } }])
  await calls.taken(
    event22({ code: 'DEPA', container: number, when: `${day(-21).slice(0, 10)}T03:00:00Z`, stated: at(0, '00:00') }),
  )
  expect(await calls.sailing(sailing.id)).toMatchObject({ atd: day(-21) })
  expect(await runs()).toHaveLength(1)
})

test('an event that came before its container was typed is matched later, and then applied', async () => {
  const sailing = await records.addSailing({
    cargoCutOffAt: null,
    documentationCutOffAt: null,
    etd: day(-20),
    portEta: day(-3),
  })
  const number = newNumber()
  expect(await calls.taken(event22({ container: number, when: at(-2) }))).toMatchObject({ unmatched: 1 })
  expect(await matchEarlyEvents(server.services)).toBe(0)
  const container = await records.addContainer(sailing.id, { number })
  expect(await matchEarlyEvents(server.services)).toBe(1)
  expect(await calls.container(container.id)).toMatchObject({ dischargedAt: new Date(at(-2)).toISOString() })
  expect(await matchEarlyEvents(server.services)).toBe(0)
})
