import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OFFER_KINDS, type OfferKind } from '#contract/runs/start-run.ts'
import { offersOn } from '#server/offers/offers.fixture.ts'
import { startBulk } from '#server/runs/bulk.fixture.ts'

vi.setConfig({ testTimeout: 300_000 })

const RUNS = process.env.LONG_TESTS === '1' ? 40 : 6
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_128))

const bulk = await startBulk({ TIME_ZONE: 'America/Vancouver' })
afterAll(() => bulk.close())
const { server, done, preview, undo, itemsOf } = bulk
const { db } = server
// Long enough that no mail leaves unless a test says so.
server.config.mailHoldSeconds = 600
let on: Awaited<ReturnType<typeof offersOn>>
beforeAll(async () => {
  on = await offersOn(server)
})

const read = async (id: number) => (await on.call('GET', `offer/${id}`)).body.data
const mailsOf = (runId: number) =>
  db
    .selectFrom('mails as m')
    .innerJoin('mailDeliveries as d', 'd.mailId', 'm.id')
    .select(['m.id', 'd.state'])
    .where('m.runId', '=', runId)
    .execute()

const PAST = new Date(Date.now() - 1000)
const asSent = (id: number, values: object) =>
  db
    .updateTable('offers')
    .set({ state: 'sent', validUntil: new Date(Date.now() + 86_400_000), ...values })
    .where('id', '=', id)
    .execute()

const STATES = ['draft', 'draft', 'sent', 'sent', 'expired', 'accepted', 'declined', 'withdrawn', 'replaced', 'deleted']
const anOffer = fc.record({
  state: fc.constantFrom(...STATES),
  email: fc.constantFrom('nina@example.test', 'Nina@example.test', 'otto@example.test', ''),
  priced: fc.constantFrom(true, true, true, false),
  late: fc.constantFrom(false, false, false, true),
  // A draft that replaces it, or that it replaces.
  replaces: fc.constantFrom('nothing', 'nothing', 'nothing', 'a sent one', 'an accepted one'),
  twice: fc.boolean(),
})
type AnOffer = typeof anOffer extends fc.Arbitrary<infer T> ? T : never

/** An offer of a case: its ids as a selection has them. */
async function make({ state, email, priced, late, replaces, twice }: AnOffer): Promise<number[]> {
  const { id } = await on.draft({ options: [on.lcl, priced ? on.fcl : { ...on.fcl, price: null }] })
  await db.updateTable('offers').set({ email }).where('id', '=', id).execute()
  if (state === 'draft' && late) await db.updateTable('offers').set({ validUntil: PAST }).where('id', '=', id).execute()
  if (state === 'sent') await asSent(id, {})
  if (state === 'expired') await asSent(id, { validUntil: PAST })
  if (['accepted', 'declined', 'withdrawn', 'replaced'].includes(state)) await asSent(id, { state: state as 'sent' }) // one of its states
  if (state === 'deleted') await on.call('DELETE', `offer/${id}`)
  const ids = twice ? [id, id] : [id]
  if (state === 'deleted' || replaces === 'nothing') return ids
  const earlier = await on.draft()
  await asSent(earlier.id, replaces === 'an accepted one' ? { state: 'accepted' } : {})
  await db.updateTable('offers').set({ replacesId: earlier.id }).where('id', '=', id).execute()
  // The one that is replaced may be selected too, before or after the draft.
  return twice ? [earlier.id, ...ids] : [...ids, earlier.id]
}

test.each(OFFER_KINDS)('%s does as many offers as its preview says, over offers in every state', async (kind) => {
  let all = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anOffer, { minLength: 1, maxLength: 7 }), async (wanted) => {
      const ids: number[] = []
      for (const each of wanted) ids.push(...(await make(each)))
      const { body } = await preview(kind, {}, { ids })
      const { applies, total, outcomes, mails, skips } = body.data
      const run = await done(kind, {}, { ids })
      const said = JSON.stringify({ wanted, preview: body.data, reasons: run.reasons })
      expect([run.done, run.failed], said).toEqual([applies, 0])
      expect(total, said).toBe(new Set(ids).size)
      const counted = outcomes.flatMap((outcome: { ids: number[] }) => outcome.ids)
      expect(counted.toSorted(), said).toEqual([...new Set(ids)].toSorted())
      expect(applies + skips.reduce((sum: number, { count }: { count: number }) => sum + count, 0), said).toBe(total)
      expect((await mailsOf(run.id)).length, said).toBe(mails.count)
      all += run.done
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(all).toBeGreaterThan(0)
})

test('the rows of a run name its offers, and its title the first two', async () => {
  const offers = [await on.draft(), await on.draft(), await on.draft()]
  const run = await done('offer-send', {}, { ids: offers.map(({ id }) => id) })
  expect(run).toMatchObject({
    title: `${offers[0]?.reference}, ${offers[1]?.reference} and 1 more`,
    done: 3,
    mails: { waiting: 3 },
  })
  expect(await itemsOf(run.id)).toEqual(
    offers.map(({ id, reference }) => ({
      orderId: null,
      offerId: id,
      clientId: null,
      row: null,
      trackingCode: null,
      reference,
      companyName: 'Nina New',
      state: 'done',
      reason: null,
    })),
  )
  const csv = await server.call('GET', `runs/${run.id}/export?format=csv`)
  expect(csv.status).toBe(200)
})

test('sending is undone while the mails are held: drafts again, whose links are dead', async () => {
  const plain = await on.draft()
  const earlier = await on.sent()
  const replacing = (await on.call('POST', `offer/${earlier.id}/replace`, {})).body.data
  const run = await done('offer-send', {}, { ids: [plain.id, replacing.id] })
  expect(await read(plain.id)).toMatchObject({
    state: 'sent',
    documentId: expect.any(Number),
    mail: { id: expect.any(Number) },
  })
  expect(await read(earlier.id)).toMatchObject({ state: 'replaced' })
  expect((await undo(run.id)).body.data).toMatchObject({ state: 'undone', done: 0 })
  expect(await read(plain.id)).toMatchObject({ state: 'draft', mail: null, documentId: null, followUpAt: null })
  expect(await read(earlier.id)).toMatchObject({ state: 'sent' })
  expect((await mailsOf(run.id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  const links = await db.selectFrom('offerLinks').select('revokedAt').where('offerId', '=', plain.id).execute()
  expect(links.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
})

test('an undone follow-up does not count, and is planned for the day it was', async () => {
  const { id } = await on.sent()
  await db.updateTable('offers').set({ followUpAt: '2026-11-02T17:00:00Z' }).where('id', '=', id).execute()
  const run = await done('offer-follow-up', {}, { ids: [id] })
  expect(await read(id)).toMatchObject({ followUps: 1 })
  await undo(run.id)
  expect(await read(id)).toMatchObject({ followUps: 0, state: 'sent', followUpAt: '2026-11-02T17:00:00.000Z' })
})

test('an undone withdrawal waits again; not one that stopped its mail, or that somebody changed since', async () => {
  const [waiting, held, changed] = [await on.sent(), await on.sent(), await on.sent()]
  await db
    .updateTable('mailDeliveries')
    .set({ state: 'sent', nextAttemptAt: null })
    .where('mailId', 'in', [waiting.mail?.id ?? 0, changed.mail?.id ?? 0])
    .execute()
  const run = await done('offer-withdraw', {}, { ids: [waiting.id, held.id, changed.id] })
  expect(run).toMatchObject({ done: 3, mails: { waiting: 0 } })
  await db
    .updateTable('offers')
    .set({ updatedAt: new Date(Date.now() + 5) })
    .where('id', '=', changed.id)
    .execute()
  expect((await undo(run.id)).body.data).toMatchObject({ state: 'undone', done: 2 })
  expect(await read(waiting.id)).toMatchObject({ state: 'sent', followUpAt: expect.any(String) })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['undone', null],
    ['done', 'Its mail was stopped'],
    ['done', expect.stringContaining('changed by')],
  ])
})

test('an offer that never was is refused at its place; one that was deleted is left out', async () => {
  const { id } = await on.draft()
  await on.call('DELETE', `offer/${id}`)
  const refused = await preview('offer-send', {}, { ids: [id, 999_999_999] })
  expect([refused.status, refused.body.data]).toEqual([400, { 'selection.ids.1': 'This offer does not exist' }])
  const left = (await preview('offer-send', {}, { ids: [id] })).body.data
  expect(left).toMatchObject({ total: 1, applies: 0, skips: [{ reason: 'The offer was deleted', count: 1 }] })
})

test.each<[OfferKind, object]>([
  ['offer-send', { filters: { state: 'is:draft' } }],
  ['offer-send', { ids: [] }],
  ['offer-withdraw', { ids: Array.from({ length: 1001 }, (_, at) => at + 1) }],
])('%s takes ids alone, at least one and at most 1000', async (kind, selection) => {
  const { status, body } = await preview(kind, {}, selection)
  expect([status, Object.keys(body.data)]).toEqual([400, ['selection.ids']])
})
