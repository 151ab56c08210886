import { expect, test, vi } from 'vitest'
import type { Offer } from '#contract/offers/offers.ts'
import { NO_ONE_YET } from './offer.fixture.ts'
import { offerForm, offerValues, sentOffer } from './offer-values.ts'
import { offerConflict, saveOffer } from './save-offer.ts'

const ZONE = 'America/Vancouver'

/** Saves what was typed over `base` while the server has `current`; answers the bodies that were sent. */
async function saving({ base, typed, current }: { base: Offer; typed: object; current: Offer }) {
  const sent: Record<string, unknown>[] = []
  const stale = { code: 409, message: 'Marta changed this', data: current }
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string } = {}) => {
    if (!body) return Response.json({ code: 200, message: '', data: current })
    const read = JSON.parse(body)
    sent.push(read)
    if (read.updatedAt !== current.updatedAt) return Response.json(stale, { status: 409 })
    return Response.json({ code: 200, message: '', data: { ...current, updatedAt: 'v3' } })
  })
  const opened = offerValues(base, ZONE)
  const values = { ...opened, ...typed }
  const ask = vi.fn(async () => ['mine' as const])
  await saveOffer({ base, typed: values, body: sentOffer(offerForm.parse(values), opened, ZONE), timeZone: ZONE, ask })
  return { sent, ask, last: sent.at(-1) }
}

const base = { ...NO_ONE_YET, updatedAt: 'v1' }

test('changes of different fields by two people are merged, without a question', async () => {
  const current = { ...base, updatedAt: 'v2', company: 'Theirs Ltd' }
  const { last, ask } = await saving({ base, typed: { note: 'Mine' }, current })
  expect(ask).not.toHaveBeenCalled()
  expect(last).toMatchObject({ note: 'Mine', updatedAt: 'v2' })
  expect(last).not.toHaveProperty('company')
})

test('a field that both changed is asked about', async () => {
  const current = { ...base, updatedAt: 'v2', note: 'Theirs' }
  const { last, ask } = await saving({ base, typed: { note: 'Mine' }, current })
  expect(ask).toHaveBeenCalledOnce()
  expect(last).toMatchObject({ note: 'Mine', updatedAt: 'v2' })
})

test('options are sent to be priced again, unless only somebody else changed them', async () => {
  expect((await saving({ base, typed: {}, current: base })).last).toHaveProperty('options')
  const [option] = base.options
  const current = { ...base, updatedAt: 'v2', options: option ? [{ ...option, id: 8, price: 5000 }] : [] }
  const { last } = await saving({ base, typed: { note: 'Mine' }, current })
  expect(last).not.toHaveProperty('options')
})

test('an option that somebody else took out is sent as a new one', async () => {
  const [option] = base.options
  const current = { ...base, updatedAt: 'v2', options: option ? [{ ...option, id: 8, price: 5000 }] : [] }
  const typed = { options: offerValues(base, ZONE).options.map((each) => ({ ...each, price: '4000' })) }
  const { last, ask } = await saving({ base, typed, current })
  expect(ask).toHaveBeenCalledOnce()
  expect(last).toMatchObject({ options: [{ id: null, price: 4000 }] })
})

test('a conflict shows both sides in words', () => {
  const mine = { name: 'Mine', options: [] }
  const theirs = { name: 'Theirs', company: 'Ltd', email: 'a@b.test', ownerId: 3 }
  const nameOf = () => 'Tom'
  expect(offerConflict(['clientId', 'name', 'company', 'email'], { mine, theirs }, nameOf)).toEqual({
    label: 'Whom it is for',
    mine: 'Mine · Ltd · a@b.test',
    theirs: 'Theirs · Ltd · a@b.test',
  })
  expect(offerConflict(['ownerId'], { mine: { ownerId: null }, theirs }, nameOf)).toMatchObject({ theirs: 'Tom' })
})
