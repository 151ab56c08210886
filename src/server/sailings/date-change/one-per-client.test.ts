import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEvent, createTemplate } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'
import {
  confirmationOf,
  createAboard,
  createSailing,
  dateCalls,
  deliveriesOf,
  HELD,
  march,
  startChanges,
} from './date-change.fixture.ts'

let changes: Awaited<ReturnType<typeof startChanges>>
let server: TestServer
let listing: number
beforeAll(async () => {
  changes = await startChanges()
  server = changes.server
  listing = (await createTemplate(server.db, '<p>New dates:</p><p>{{ change.list }}</p>', 'New dates')).id
})
afterAll(() => changes.close())
beforeEach(() => {
  server.config.runHoldSeconds = HELD
})

/** A sailing with two orders of one address, in two spellings, and one of another. */
async function createShared() {
  const sailing = await createSailing(server.db)
  const address = `shared${sailing.id}@example.test`
  const aboard = (email: string) => createAboard(server.db, sailing, { order: { email } })
  const [one, two, other] = [
    await aboard(address),
    await aboard(address.toUpperCase()),
    await aboard(`other${sailing.id}@example.test`),
  ]
  return { path: `sailing/${sailing.id}`, one, two, other }
}
const spaced = (code: string) => code.replace(/(.{4})(.{4})/, '$1 - $2 - ')
const mailsOf = async (orderId: number) =>
  (await server.call('GET', `admin/mail?order_id=${orderId}`)).body.data.items as { id: number; orderIds: number[] }[]
const textOf = async (id: number): Promise<string> => {
  const { text } = (await server.call('GET', `admin/mail/${id}`)).body.data
  return text.replaceAll(/\s+/g, ' ')
}
const letGo = () =>
  server.db.updateTable('mailDeliveries').set({ nextAttemptAt: null }).where('state', '=', 'queued').execute()

test('the orders of one address are told in one mail, listed with each of them, and what it told counts for all', async () => {
  const { path, one, two, other } = await createShared()
  const { body } = await dateCalls(server, path).preview({ emailTemplateId: listing, orderId: two.id })
  expect(body.data.mails).toEqual({ count: 3, clients: 2 })
  expect(body.data.sample.html).toContain(spaced(one.trackingCode))
  server.config.runHoldSeconds = 0
  const run = await changes.applied(path, { emailTemplateId: listing })
  expect(run).toMatchObject({ done: 3, failed: 0 })
  const [mail, ...more] = await mailsOf(one.id)
  expect(more).toEqual([])
  expect(mail?.orderIds).toEqual([one.id, two.id])
  expect(await mailsOf(two.id)).toEqual([mail])
  expect((await mailsOf(other.id)).map(({ orderIds }) => orderIds)).toEqual([[other.id]])
  const text = await textOf(mail?.id ?? 0)
  for (const { trackingCode } of [one, two])
    expect(text).toContain(
      `${spaced(trackingCode)} Estimated time of arrival at port: Mar 12 2026 → Mar 17 2026 Estimated time of arrival at place: Mar 15 2026 → Mar 20 2026`,
    )
  const told = async (id: number) => (await confirmationOf(server.db, id)).toldPortEta
  await expect.poll(() => told(one.id)).toBe(march(17))
  expect(await told(two.id)).toBe(march(17))
  // The mail to the other address leaves by itself.
  await expect.poll(() => told(other.id)).toBe(march(17))
  expect((await confirmationOf(server.db, two.id)).toldPlaceEta).toBe(march(20))
  const again = await dateCalls(server, path).preview({ dates: { portEta: march(17) } })
  expect(again.body.data.mails).toEqual({ count: 0, clients: 0 })
})

test('a template without the list gets it at its end where a mail is about several orders', async () => {
  const { path, one, two, other } = await createShared()
  await changes.applied(path)
  const [shared] = await mailsOf(two.id)
  expect(await textOf(shared?.id ?? 0)).toMatch(
    new RegExp(`^Port Mar 17 2026.*${spaced(one.trackingCode)}.*${spaced(two.trackingCode)}`),
  )
  const [single] = await mailsOf(other.id)
  expect(await textOf(single?.id ?? 0)).not.toContain(spaced(other.trackingCode))
})

test('one mail each if that is asked for, and for orders that were not ticked for a mail none', async () => {
  const { path, one, two } = await createShared()
  await changes.applied(path, { emailTemplateId: listing, onePerClient: false })
  expect((await mailsOf(one.id)).map(({ orderIds }) => orderIds)).toEqual([[one.id]])
  expect((await mailsOf(two.id)).map(({ orderIds }) => orderIds)).toEqual([[two.id]])
  const next = await createShared()
  await changes.applied(next.path, { emailTemplateId: listing }, (id) => ({ mail: id !== next.one.id }))
  expect(await mailsOf(next.one.id)).toEqual([])
  expect((await mailsOf(next.two.id)).map(({ orderIds }) => orderIds)).toEqual([[next.two.id]])
})

test('an event is set for each order, and the mail about all of them states it', async () => {
  const { path, one, two, other } = await createShared()
  const event = await createEvent(server.db, 'Delayed', 'Late')
  const template = await createTemplate(
    server.db,
    '<p>{{ order.event }}, {{ order.eventComment }}</p>{{ change.list }}',
  )
  await changes.applied(path, { emailTemplateId: template.id, eventId: event.id, comment: 'Storm' })
  const [mail] = await mailsOf(two.id)
  expect(mail?.orderIds).toEqual([one.id, two.id])
  expect(await textOf(mail?.id ?? 0)).toContain('Delayed, Storm')
  for (const { id } of [one, two, other]) {
    const [entry] = (await server.call('GET', `request/event/data/${id}`)).body.data
    expect(entry.event.name).toBe('Delayed')
  }
  const [alone] = (await server.call('GET', `request/event/data/${other.id}`)).body.data
  expect(alone.mail.state).toBe('queued')
})

test('an order whose dates change again while the mail is held is left out of it, the others are told', async () => {
  const { path, one, two } = await createShared()
  await changes.applied(path, { emailTemplateId: listing })
  const [mail] = await mailsOf(one.id)
  await server.call('PUT', `request/booking/${one.id}/confirmation/edit`, {
    body: { portEstimatedTimeOfArrivalAt: march(25) },
  })
  await letGo()
  await expect.poll(() => deliveriesOf(server.db, two.id), { timeout: 15_000 }).toMatchObject([{ state: 'sent' }])
  expect(await mailsOf(one.id)).toEqual([])
  const text = await textOf(mail?.id ?? 0)
  expect(text).toContain(spaced(two.trackingCode))
  expect(text).not.toContain(spaced(one.trackingCode))
  expect((await confirmationOf(server.db, one.id)).toldPortEta).toBeNull()
  expect((await confirmationOf(server.db, two.id)).toldPortEta).toBe(march(17))
})

test('undo cancels the mail and takes all orders back', async () => {
  const { path, one, two } = await createShared()
  const run = await changes.applied(path, { emailTemplateId: listing })
  expect((await server.call('POST', `runs/${run.id}/undo`)).status).toBe(200)
  await expect.poll(() => deliveriesOf(server.db, one.id)).toMatchObject([{ state: 'cancelled' }])
  for (const { id } of [one, two]) await expect.poll(() => changes.etaOf(id)).toBe(march(12))
})

test('the template that is suggested for dates is one; the former loses that, and a copy does not get it', async () => {
  const template = async () => (await createTemplate(server.db)).id
  const [first, second] = [await template(), await template()]
  const put = (id: number, suggestedFor: unknown) =>
    server.call('PUT', `template/email/${id}`, { body: { suggestedFor } })
  expect((await put(first, 'dates')).body.data.suggestedFor).toBe('dates')
  const { path } = await createShared()
  const suggested = async () => (await dateCalls(server, path).preview()).body.data.suggestedTemplate
  expect(await suggested()).toMatchObject({ id: first })
  expect((await put(second, 'dates')).status).toBe(200)
  expect(await suggested()).toMatchObject({ id: second })
  expect((await server.call('GET', `template/email/${first}`)).body.data.suggestedFor).toBeNull()
  const copy = await server.call('POST', 'template/email', { body: { copyOf: second } })
  expect(copy.body.data.suggestedFor).toBeNull()
  const made = await server.call('POST', 'template/email', {
    body: { title: 'Dates', subject: 'Dates', content: '<p>{{ change.list }}</p>', suggestedFor: 'dates' },
  })
  expect(await suggested()).toEqual({ id: made.body.data.id, title: 'Dates' })
  expect((await put(second, 'weather')).body.data).toHaveProperty('suggestedFor')
  await put(made.body.data.id, null)
  expect(await suggested()).toBeNull()
  const { items } = (await server.call('GET', 'template/email?per_page=200')).body.data
  const system = items.find((each: { system: boolean; secret: boolean }) => each.system && !each.secret)
  expect((await put(system.id, 'dates')).body.data).toEqual({ suggestedFor: 'A system mail is not suggested' })
})
