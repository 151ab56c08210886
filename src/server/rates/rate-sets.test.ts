import { beforeEach, describe, expect, test } from 'vitest'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { sendFile } from '#server/test/files.ts'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { applyDueSets } from './apply-due-sets.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver' })
let lane: Awaited<ReturnType<typeof createLane>>
let freightId: number

beforeEach(async () => {
  lane = await createLane(server.db)
  const { id } = await server.db
    .selectFrom('freight')
    .select('id')
    .where('tier', '=', lane.depot.tier)
    .executeTakeFirstOrThrow()
  freightId = id
})

const call = (method: string, path: string, body?: object) => server.call(method, path, { body })
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** A draft with these changes. */
async function draft(changes: object[] = [cell('cbm', 70)], values: object = {}) {
  const { body } = await call('POST', 'rate-set', { name: 'December', ...values })
  if (changes.length > 0) expect((await call('PUT', `rate-set/${body.data.id}/changes`, { changes })).status).toBe(200)
  return body.data.id as number
}
const cell = (field: string, value: number | null, recordId = freightId, entity = 'freight') => ({
  entity,
  recordId,
  field,
  new: value,
})
const diff = async (id: number) => (await call('GET', `rate-set/${id}/diff`)).body.data.items
const set = async (id: number) => (await call('GET', `rate-set/${id}`)).body.data
const rate = () => server.db.selectFrom('freight').select(['cbm', 'mt']).where('id', '=', freightId).executeTakeFirst()
const price = async (on?: string) => {
  const path = `calculator/supplier_is_responsible_for_all_origin_fees${on ? `?on=${on}` : ''}`
  const asked = { depotId: lane.depot.id, cartageId: lane.cartage.id, weight: 300, cbm: 2 }
  return (await call('POST', path, { ...asked, cargoInsurance: false, customsBrokerage: false })).body
}
/** Lets the time of a scheduled set have come. */
async function comeDue(id: number) {
  await server.db.updateTable('rateSets').set({ validFrom: new Date().toISOString() }).where('id', '=', id).execute()
  await applyDueSets(server.db)
}

describe('what a set changes', () => {
  test('is merged, with what is expected beside it; a figure that is as expected is no change', async () => {
    const id = await draft([cell('cbm', 70), cell('mt', 68), cell('depotFixed', 50, lane.depot.id, 'depot')])
    expect(await diff(id)).toMatchObject([
      {
        entity: 'freight',
        label: `Tier ${lane.depot.tier}, ${lane.cartage.dest}`,
        field: 'cbm',
        old: 68,
        new: 70,
        now: 68,
      },
      { entity: 'depot', label: lane.depot.name, field: 'depotFixed', old: 45, new: 50, now: 45, stale: false },
    ])
    await call('PUT', `rate-set/${id}/changes`, { changes: [cell('cbm', null), cell('mt', 71.25), cell('mt', 72.5)] })
    expect((await diff(id)).map((row: { field: string; new: number }) => [row.field, row.new])).toEqual([
      ['depotFixed', 50],
      ['mt', 72.5],
    ])
    expect(await rate()).toEqual({ cbm: 68, mt: 68 })
  })

  test.each<[string, (id: number) => object, string]>([
    ['a rate below 0', () => cell('cbm', -1), 'new'],
    ['three decimals', () => cell('cbm', 1.234), 'new'],
    ['a figure that is none of the record', () => cell('tier', 2), 'field'],
    ['a record that does not exist', () => cell('cbm', 1, 999_999), 'recordId'],
    ['an entity that does not exist', () => cell('cbm', 1, 1, 'port'), 'entity'],
    ['cents of a depot in words', () => ({ ...cell('depotFixed', 1, lane.depot.id, 'depot'), new: 'much' }), 'new'],
    ['a cartage that is half open', () => cell('status', 2, lane.cartage.id, 'cartage'), 'new'],
    [
      'a lane that exists',
      () => ({ entity: 'freight', add: { tier: lane.depot.tier, dest: lane.cartage.dest, cbm: 1, mt: 1 } }),
      'add.dest',
    ],
    [
      'a lane without a destination',
      () => ({ entity: 'freight', add: { tier: 1, dest: '', cbm: 1, mt: 1 } }),
      'add.dest',
    ],
    ['a new depot', () => ({ entity: 'depot', add: { name: 'X' } }), 'entity'],
    ['the end of a depot', () => ({ entity: 'depot', recordId: lane.depot.id, end: true }), 'entity'],
    ['a field that no change has', () => ({ ...cell('cbm', 1), why: 'x' }), 'why'],
  ])('%s is refused at its field, and nothing of the call is kept', async (_, change, field) => {
    const id = await draft([])
    const { status, body } = await call('PUT', `rate-set/${id}/changes`, { changes: [cell('mt', 70), change(id)] })
    expect([status, Object.keys(body.data)]).toEqual([400, [`changes.1.${field}`]])
    expect(await diff(id)).toEqual([])
  })

  test('a lane may be new, replaced while it is, and taken out; one may end, which takes its figures out', async () => {
    const add = { tier: lane.depot.tier, dest: 'NEW-1', cbm: 50, mt: 51 }
    const id = await draft([{ entity: 'freight', add }, cell('cbm', 70)])
    await call('PUT', `rate-set/${id}/changes`, {
      changes: [
        { entity: 'freight', add: { ...add, dest: 'new -1', cbm: 55 } },
        { entity: 'freight', recordId: freightId, end: true },
      ],
    })
    expect(await diff(id)).toMatchObject([
      { action: 'add', values: { dest: 'new -1', cbm: 55 }, stale: false },
      { action: 'end', recordId: freightId, stale: false },
    ])
    const again = await call('PUT', `rate-set/${id}/changes`, { changes: [cell('cbm', 71)] })
    expect(again.body.data).toEqual({ 'changes.0.recordId': 'This lane ends in this rate set' })
    await call('PUT', `rate-set/${id}/changes`, {
      changes: [
        { entity: 'freight', add: { tier: add.tier, dest: 'NEW-1', cbm: null } },
        { entity: 'freight', recordId: freightId, end: false },
      ],
    })
    expect(await diff(id)).toEqual([])
  })

  test('of an outdated version are refused with the set as it is now', async () => {
    const id = await draft()
    const { status, body } = await call('PUT', `rate-set/${id}/changes`, {
      changes: [cell('cbm', 75)],
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect([status, body.data]).toEqual([409, await set(id)])
  })

  test('a call has at most 1 000 changes', async () => {
    const id = await draft([])
    const send = (n: number) =>
      call('PUT', `rate-set/${id}/changes`, { changes: Array.from({ length: n }, () => cell('cbm', 70)) })
    expect((await send(1000)).status).toBe(200)
    expect((await send(1001)).body.data).toHaveProperty('changes')
  })
})

describe('a scheduled set', () => {
  test('begins with its day by the clock of the forwarder, and takes effect by itself', async () => {
    const id = await draft()
    const day = inDays(20).slice(0, 10)
    const { body } = await call('POST', `rate-set/${id}/schedule`, { validFrom: day })
    expect(body.data).toMatchObject({ state: 'scheduled', validFrom: `${day}T07:00:00.000Z`, changes: 1, stale: 0 })
    expect(await rate()).toEqual({ cbm: 68, mt: 68 })
    await comeDue(id)
    expect(await rate()).toEqual({ cbm: 70, mt: 68 })
    const { appliedAt, validFrom, ...now } = await set(id)
    expect(now).toMatchObject({ state: 'current', madeBy: { id: server.staff.id } })
    const history = await call('GET', `rate-history?entity=freight&recordId=${freightId}`)
    expect(history.body.data.items).toMatchObject([
      {
        values: { cbm: 70 },
        validFrom: appliedAt,
        validTo: null,
        set: { id, name: 'December' },
        by: { id: server.staff.id },
      },
      { values: { cbm: 68 }, validTo: validFrom, set: null },
    ])
  })

  test.each([
    ['now', () => inDays(0), 400],
    ['in two years', () => inDays(731), 200],
    ['a day later', () => inDays(732.1), 400],
  ])('may begin up to two years ahead: %s', async (_, at, status) => {
    const id = await draft()
    const reply = await call('POST', `rate-set/${id}/schedule`, { validFrom: at() })
    expect(reply.status).toBe(status)
    if (status === 400) expect(Object.keys(reply.body.data)).toEqual(['validFrom'])
    if (status === 200) await call('POST', `rate-set/${id}/cancel`)
  })

  test('needs a time and a change', async () => {
    const id = await draft()
    expect((await call('POST', `rate-set/${id}/schedule`, {})).body.data).toHaveProperty('validFrom')
    const empty = await draft([])
    expect((await call('POST', `rate-set/${empty}/schedule`, { validFrom: inDays(3) })).body.data).toHaveProperty(
      'changes',
    )
  })

  test('shows the next one its own figure as the old one; moving it away makes that one stale', async () => {
    const first = await draft([cell('cbm', 70)], { validFrom: inDays(5) })
    await call('POST', `rate-set/${first}/schedule`, {})
    const second = await draft([cell('cbm', 75)], { validFrom: inDays(10) })
    expect(await diff(second)).toMatchObject([{ old: 70, new: 75, now: 70 }])
    await call('POST', `rate-set/${second}/schedule`, {})
    await call('POST', `rate-set/${first}/cancel`)
    expect(await diff(second)).toMatchObject([{ old: 70, now: 68, stale: true }])
    expect(await set(second)).toMatchObject({ state: 'scheduled', stale: 1 })
    await call('PUT', `rate-set/${second}/changes`, { changes: [cell('cbm', 75)] })
    expect(await set(second)).toMatchObject({ stale: 0 })
    await call('POST', `rate-set/${second}/cancel`)
  })

  test('that no longer fits at its time is a draft again, with the reason, and nothing of it is true', async () => {
    const id = await draft([cell('cbm', 70), cell('mt', 71)])
    await call('POST', `rate-set/${id}/schedule`, { validFrom: inDays(3) })
    await call('PUT', `value/freight/${freightId}`, { cbm: 69 })
    await comeDue(id)
    expect(await rate()).toEqual({ cbm: 69, mt: 68 })
    expect(await set(id)).toMatchObject({
      state: 'draft',
      stale: 1,
      refused: { conflicts: [{ recordId: freightId, field: 'cbm', old: 68, now: 69 }] },
    })
  })
})

test('a scheduled set whose record was deleted meanwhile is a draft again at its time, and names it', async () => {
  const depot = cell('depotFixed', 50, lane.depot.id, 'depot')
  const id = await draft([cell('cbm', 70), depot])
  await call('POST', `rate-set/${id}/schedule`, { validFrom: inDays(3) })
  await call('DELETE', `value/freight/${freightId}`)
  await comeDue(id)
  expect(await set(id)).toMatchObject({
    state: 'draft',
    refused: { conflicts: [{ entity: 'freight', recordId: freightId, field: 'cbm', old: 68, now: null }] },
  })
  const stored = server.db.selectFrom('depots').select('depotFixed').where('id', '=', lane.depot.id)
  expect(await stored.executeTakeFirst()).toEqual({ depotFixed: 45 })
})

test('applying by hand is refused with what changed since, and keeps nothing; written again it applies', async () => {
  const id = await draft()
  await call('PUT', `value/freight/${freightId}`, { cbm: 69 })
  const refused = await call('POST', `rate-set/${id}/apply`, {})
  expect(refused.status).toBe(409)
  expect(refused.body.data.conflicts).toMatchObject([{ field: 'cbm', old: 68, now: 69 }])
  await call('PUT', `rate-set/${id}/changes`, { changes: [cell('cbm', 70)] })
  expect((await call('POST', `rate-set/${id}/apply`, {})).body.data.state).toBe('current')
  expect((await call('POST', `rate-set/${id}/apply`, {})).status).toBe(409)
  expect((await call('PUT', `rate-set/${id}`, { name: 'X' })).status).toBe(409)
  expect((await call('DELETE', `rate-set/${id}`)).status).toBe(409)
})

test('an undone set gives back what nobody changed since, and names the rest; the one before is current again', async () => {
  const before = await draft([cell('depotVar', 13, lane.depot.id, 'depot')])
  await call('POST', `rate-set/${before}/apply`, {})
  const add = { tier: lane.depot.tier, dest: 'NEW-2', cbm: 50, mt: 51 }
  const ending = await createLane(server.db)
  const { id: endingId } = await server.db
    .selectFrom('freight')
    .select('id')
    .where('tier', '=', ending.depot.tier)
    .executeTakeFirstOrThrow()
  const id = await draft([
    cell('cbm', 70),
    cell('mt', 71),
    cell('status', 0, lane.cartage.id, 'cartage'),
    { entity: 'freight', add },
    { entity: 'freight', recordId: endingId, end: true },
  ])
  await call('POST', `rate-set/${id}/apply`, {})
  expect(await set(before)).toMatchObject({ state: 'past' })
  await call('PUT', `value/freight/${freightId}`, { mt: 75 })
  const { body } = await call('POST', `rate-set/${id}/undo`, {})
  expect(body.data).toMatchObject({
    set: { state: 'cancelled', undoneAt: expect.any(String) },
    undone: 4,
    refused: [{ recordId: freightId, field: 'mt', old: 68, now: 75, set: 71 }],
  })
  expect(await rate()).toEqual({ cbm: 68, mt: 75 })
  expect(await set(before)).toMatchObject({ state: 'current' })
  const rates = await server.db
    .selectFrom('freight')
    .select(['id', 'dest'])
    .where('tier', 'in', [add.tier, ending.depot.tier])
    .execute()
  expect(rates.map(({ id: each }) => each).sort()).toEqual([freightId, endingId].sort())
  expect((await call('GET', `value/cartage/${lane.cartage.id}`)).body.data.status).toBe(true)
  expect((await call('POST', `rate-set/${id}/undo`, {})).status).toBe(409)
})

test('a set that was applied more than a day ago is not undone', async () => {
  const id = await draft()
  await call('POST', `rate-set/${id}/apply`, {})
  const applied = (ago: number) =>
    server.db
      .updateTable('rateSets')
      .set({ appliedAt: new Date(Date.now() - ago) })
      .where('id', '=', id)
      .execute()
  await applied(DAY_MS + 1000)
  expect((await call('POST', `rate-set/${id}/undo`, {})).status).toBe(409)
  await applied(DAY_MS - 5000)
  expect((await call('POST', `rate-set/${id}/undo`, {})).status).toBe(200)
})

test('what was written for a record that is gone by now can be taken out, so that the set fits again', async () => {
  const id = await draft([cell('cbm', 70), cell('depotFixed', 50, lane.depot.id, 'depot')])
  const ending = await draft([{ entity: 'freight', recordId: freightId, end: true }])
  await call('DELETE', `value/freight/${freightId}`)
  expect(await set(id)).toMatchObject({ changes: 2, stale: 1 })
  expect((await call('PUT', `rate-set/${id}/changes`, { changes: [cell('cbm', 71)] })).status).toBe(400)
  await call('PUT', `rate-set/${id}/changes`, { changes: [cell('cbm', null)] })
  expect(await set(id)).toMatchObject({ changes: 1, stale: 0 })
  await call('PUT', `rate-set/${ending}/changes`, { changes: [{ entity: 'freight', recordId: freightId, end: false }] })
  expect(await set(ending)).toMatchObject({ changes: 0, stale: 0 })
})

test('only drafts and what was never true are deleted', async () => {
  const one = await draft()
  expect((await call('DELETE', `rate-set/${one}`)).status).toBe(200)
  const scheduled = await draft()
  await call('POST', `rate-set/${scheduled}/schedule`, { validFrom: inDays(4) })
  expect((await call('DELETE', `rate-set/${scheduled}`)).status).toBe(409)
  await call('POST', `rate-set/${scheduled}/cancel`)
  expect((await call('POST', `rate-set/${scheduled}/cancel`)).status).toBe(409)
  expect((await call('DELETE', `rate-set/${scheduled}`)).status).toBe(200)
})

describe('the price of another day', () => {
  test('is that of the scheduled sets until then, names the set, and is not kept as a quote', async () => {
    const id = await draft([cell('cbm', 80)])
    await call('POST', `rate-set/${id}/schedule`, { validFrom: inDays(10) })
    const [now, eve, after] = [await price(), await price(inDays(9)), await price(inDays(11))]
    expect([now, eve, after].map(({ data }) => data.freight)).toEqual([136, 136, 160])
    expect(after.data).toMatchObject({
      quoteId: null,
      rates: { set: { id, name: 'December' }, since: (await set(id)).validFrom },
    })
    expect(now.data).toMatchObject({ quoteId: expect.any(Number), rates: { set: null } })
    await call('POST', `rate-set/${id}/cancel`)
  })

  test('is that of the history for a past instant', async () => {
    const before = (await price()).data
    const at = new Date().toISOString()
    await call('PUT', `value/freight/${freightId}`, { cbm: 90 })
    const then = (await price(at)).data
    expect(then).toEqual({ ...before, quoteId: null, rates: { ...before.rates, on: at } })
    expect((await price()).data.freight).toBe(180)
  })

  test.each(['2020-01-01', 'soon', '2026-02-30'])('is refused for %s', async (on) => {
    const body = await price(on)
    expect(Object.keys(body.data)).toEqual(['on'])
  })
})

test('a simulation compares the prices just before a set and with it, and writes nothing', async () => {
  await price()
  const id = await draft([cell('cbm', 80), { entity: 'freight', add: { tier: 9_001, dest: 'X', cbm: 1, mt: 1 } }])
  const { body } = await call('POST', `rate-set/${id}/simulate`, { filters: { tier: lane.depot.tier } })
  expect(body.data).toMatchObject({ quotes: 1, changed: 1, up: 1, down: 0, missing: [], openOffers: [] })
  const [worst] = body.data.worst
  expect([worst.before, worst.after]).toEqual([(await price()).data.amzlclCost, worst.before + 24])
  expect(body.data.median).toBe(Math.round((24 / worst.before) * 10_000) / 100)
  expect(body.data.spread).toEqual([{ percent: Math.round((24 / worst.before) * 100), quotes: 1 }])
  const ends = await draft([{ entity: 'freight', recordId: freightId, end: true }])
  const without = await call('POST', `rate-set/${ends}/simulate`, { filters: { dest: lane.cartage.dest } })
  expect(without.body.data).toMatchObject({
    changed: 0,
    missing: [{ tier: lane.depot.tier, dest: lane.cartage.dest, quotes: 1 }],
  })
  const quotes = await server.db
    .selectFrom('quotes')
    .select('times')
    .where('destination', '=', lane.cartage.dest)
    .execute()
  expect(quotes).toEqual([{ times: 2 }])
})

test('a simulation names the open offers that the set would price differently, and leaves them as they are', async () => {
  const places = { shipmentTradeTerms: TradeTerms.FOB, depotId: lane.depot.id, cartageId: lane.cartage.id }
  const cargo = { weight: 300, cbm: 2, cargoInsurance: false, customsBrokerage: false }
  const option = { mode: 0, inputs: { ...places, ...cargo } }
  const typed = { mode: 1, label: '20 ft', price: 2_900 }
  const offered = async (options: object[]) => {
    const { body } = await call('POST', 'offer', { name: 'Nina', email: 'nina@example.test', options })
    return body.data
  }
  const waiting = await offered([option, typed])
  const [toSend, byHand] = [await offered([option]), await offered([typed])]
  for (const { id } of [waiting, byHand]) expect((await call('POST', `offer/${id}/send`, {})).status).toBe(200)
  const filters = { tier: lane.depot.tier, dest: lane.cartage.dest }
  const dearer = await draft([cell('cbm', 80)])
  const { body } = await call('POST', `rate-set/${dearer}/simulate`, { filters })
  const [{ price }] = waiting.options
  expect(body.data.openOffers).toEqual([
    {
      id: waiting.id,
      reference: waiting.reference,
      price,
      after: price + 24,
      validUntil: expect.stringContaining('T'),
    },
  ])
  expect((await call('GET', `offer/${waiting.id}`)).body.data.options[0].price).toBe(price)
  const ends = await draft([{ entity: 'freight', recordId: freightId, end: true }])
  const without = await call('POST', `rate-set/${ends}/simulate`, { filters })
  expect(without.body.data.openOffers).toMatchObject([{ id: waiting.id, after: null }])
  const elsewhere = await call('POST', `rate-set/${dearer}/simulate`, { filters: { tier: lane.depot.tier + 1 } })
  expect(elsewhere.body.data.openOffers).toEqual([])
  expect(toSend.state).toBe('draft')
})

test.each([
  [{ quotes: 49 }, 'quotes'],
  [{ quotes: 2001 }, 'quotes'],
  [{ quotes: 50, since: '2026-01-01T00:00:00Z' }, 'quotes'],
  [{ since: 'never' }, 'since'],
])('a simulation of %o is refused at its field', async (asked, field) => {
  const { body } = await call('POST', `rate-set/${await draft()}/simulate`, asked)
  expect(Object.keys(body.data)).toEqual([field])
})

describe('a sheet of freight', () => {
  const sheet = (rows: string[]) => `Tier,Dest,CBM,MT\n${rows.join('\n')}\n`
  const send = async (id: number, what: string, file: string) =>
    (await sendFile(server, `rate-set/${id}/import/${what}`, file)).body
  const own = (cbm: number | string, mt: number | string) =>
    `${lane.depot.tier},${lane.cartage.dest.toLowerCase()},${cbm},${mt}`

  test('becomes changes and new lanes of a draft; freight itself, and lanes it does not name, stay', async () => {
    const id = await draft([cell('mt', 99)])
    const file = sheet([own(70, 68), '9100,NEW-3,10,11', '9100,new-3,12,13', '9100,NEW-4,-1,1'])
    const { data } = await send(id, 'check', file)
    expect(data.counts).toEqual({ added: 1, changed: 1, unchanged: 0, refused: 2 })
    expect(data.rows[0].notes).toEqual(['CBM: 68 → 70'])
    expect(data.rows[2].notes).toEqual(['Duplicate of line 3'])
    await send(id, `apply?plan=${data.plan}`, file)
    // What the sheet says counts: a figure that is as expected is no change any more.
    expect(await diff(id)).toMatchObject([
      { action: 'change', field: 'cbm', old: 68, new: 70 },
      { action: 'add', values: { tier: 9100, dest: 'NEW-3', cbm: 10, mt: 11 } },
    ])
    expect(await rate()).toEqual({ cbm: 68, mt: 68 })
  })

  test('is compared with what is expected at the time of the set', async () => {
    const first = await draft([cell('cbm', 70)], { validFrom: inDays(5) })
    await call('POST', `rate-set/${first}/schedule`, {})
    const second = await draft([], { validFrom: inDays(10) })
    expect((await send(second, 'check', sheet([own(70, 68)]))).data.counts).toMatchObject({ changed: 0, unchanged: 1 })
    await call('POST', `rate-set/${first}/cancel`)
  })

  test('is for drafts only', async () => {
    const id = await draft()
    await call('POST', `rate-set/${id}/schedule`, { validFrom: inDays(5) })
    expect((await send(id, 'check', sheet([own(70, 68)]))).code).toBe(409)
    await call('POST', `rate-set/${id}/cancel`)
  })
})
