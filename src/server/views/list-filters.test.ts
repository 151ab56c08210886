import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import { VIEW_LISTS } from '#contract/views/view-lists.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { createSailing } from '#server/sailings/date-change/date-change.fixture.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'

// Orders have their own tests (src/server/orders/list).
const PATHS = { clients: 'admin/user', mails: 'admin/mail', audit: 'admin/audit', sailings: 'sailing' } as const
const LISTS = Object.entries(PATHS)

const server = await startTestServer()
afterAll(() => server.close())
const admin = await createUser(server.db, { username: 'Ada Admin', role: [Role.ADMIN] })
const token = await server.tokenFor(admin.id)

/** The rows of a list under these filters, and its total. */
async function found<K extends string>(path: string, filters: Record<string, string>, key: K) {
  const query = new URLSearchParams(
    Object.entries(filters).map(([field, text]): [string, string] => [`f.${field}`, text]),
  )
  const { status, body } = await server.call('GET', `${path}?${query}`, { token })
  expect(status, body.message).toBe(200)
  expect(body.data).toMatchObject({ totalCount: body.data.items.length, totalCapped: false })
  return body.data.items.map((row: Record<K, unknown>) => row[key])
}

test('clients are found by their own fields', async () => {
  const lamps = await createUser(server.db, { companyName: 'Northern Lamps, Ltd', confirmed: false })
  const other = await createUser(server.db, { companyName: 'Northern Chairs', email: 'chairs@example.test' })
  const clients = (filters: Record<string, string>) => found(PATHS.clients, filters, 'id')
  expect(await clients({ company: 'starts:northern' })).toEqual([lamps.id, other.id])
  expect(await clients({ company: 'is:northern lamps%2C ltd' })).toEqual([lamps.id])
  expect(await clients({ company: 'has:northern', confirmed: 'is:true' })).toEqual([other.id])
  expect(await clients({ email: 'is:chairs@example.test', created: 'last:1d' })).toEqual([other.id])
  expect(await clients({ company: 'has:northern', phone: 'empty' })).toEqual([])
})

test('mails are found by any of their recipients, by state and by who caused them', async () => {
  const client = await createUser(server.db)
  const { id: orderId } = await createOrder(server.db, { userId: client.id })
  const queue = (address: string, subject: string, createdBy: number | null) =>
    server.db.transaction().execute((tx) =>
      queueMail(
        tx,
        {
          kind: MailKind.EVENT,
          to: { name: 'Client', address },
          copies: false,
          orderId,
          createdBy,
          subject,
          html: '<p>Text</p>',
          text: 'Text',
        },
        { configured: false },
      ),
    )
  const mine = await queue('lamps@example.test', 'Departed, at last', admin.id)
  const other = await queue('other@example.test', 'Arrived', null)
  const mails = (filters: Record<string, string>) => found(PATHS.mails, filters, 'id')
  expect(await mails({ recipient: 'has:LAMPS@' })).toEqual([mine])
  expect(await mails({ state: 'is:unsent', kind: 'is:event' })).toEqual([other, mine])
  expect(await mails({ createdBy: 'is:me' })).toEqual([mine])
  expect(await mails({ createdBy: 'empty' })).toEqual([other])
  expect(await mails({ subject: 'is:departed%2C at last', created: 'last:1d' })).toEqual([mine])
  expect(await mails({ state: 'in:sent,failed' })).toEqual([])
})

test('the audit trail is found by who, what and which record', async () => {
  const client = await createUser(server.db)
  const order = await createOrder(server.db, { userId: client.id })
  const edit = { token, body: { companyName: 'Other Lamps' } }
  expect((await server.call('PUT', `request/booking/edit/${order.id}`, edit)).status).toBe(200)
  const trail = (filters: Record<string, string>) => found(PATHS.audit, filters, 'action')
  expect(await trail({ user: 'is:me', entity: 'is:orders' })).toEqual(['order.update'])
  expect(await trail({ action: 'starts:order.', recordId: `is:${order.id}`, at: 'last:1d' })).toEqual(['order.update'])
  expect(await trail({ recordId: `is:${order.id}`, entity: 'is:orders', ip: 'is:10.0.0.1' })).toEqual([])
})

test('sailings are found by status, port and day', async () => {
  const first = await createSailing(server.db, { portOfLoading: 'CNNGB', etd: '2026-03-01', voyage: '7E' })
  const second = await createSailing(server.db, { portOfLoading: 'CNSHA', etd: '2026-03-02', voyage: '8E' })
  const sailings = async (filters: Record<string, string>) =>
    (await found(PATHS.sailings, { vessel: 'filled', ...filters }, 'id')).toSorted((a: number, b: number) => a - b)
  expect(await sailings({ etd: 'between:2026-03-01,2026-03-02' })).toEqual([first.id, second.id])
  expect(await sailings({ etd: 'after:2026-03-01' })).toEqual([second.id])
  expect(await sailings({ portOfLoading: 'is:cnngb' })).toEqual([first.id])
  expect(await sailings({ reference: `is:${second.reference}`, status: `is:${second.status}` })).toEqual([second.id])
  expect(await sailings({ voyage: 'has:9' })).toEqual([])
})

test.each(LISTS)('%s: an unknown filter, operator or value is 400 at its name', async (list, path) => {
  const { filters } = VIEW_LISTS[list as keyof typeof PATHS]
  const refused = async (query: string) => {
    const { status, body } = await server.call('GET', `${path}?${query}`, { token })
    expect(status, query).toBe(400)
    return body.data
  }
  const [field = ''] = Object.keys(filters)
  expect((await refused('f.colour=is:red'))['f.colour']).toContain(`f.${field}`)
  for (const each of Object.keys(filters)) {
    expect(await refused(`f.${each}=like:1`)).toEqual({ [`f.${each}`]: expect.stringContaining('Allowed: ') })
    expect(Object.keys(await refused(`f.${each}=is:`))).toEqual([`f.${each}`])
  }
})

test.each(LISTS)('%s: text of a filter is looked for, not run', async (list, path) => {
  const { filters } = VIEW_LISTS[list as keyof typeof PATHS]
  const texts = Object.entries(filters).flatMap(([field, { kind }]) => (kind === 'text' ? [field] : []))
  expect(texts).not.toEqual([])
  for (const field of texts)
    for (const text of ["' or '1'='1", "'; drop table users; --", '%', '_', '\\', '$1'])
      expect(await found(path, { [field]: `has:${text}` }, 'id'), `${field} ${text}`).toEqual([])
})

test.each(LISTS)('%s: filters are for staff', async (_, path) => {
  const query = `${path}?f.colour=is:red`
  expect((await server.call('GET', query, { token: await server.signIn() })).status).toBe(403)
  expect((await server.call('GET', query, { token: null })).status).toBe(401)
})
