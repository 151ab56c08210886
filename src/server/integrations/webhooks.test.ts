import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let token: string
beforeAll(async () => {
  token = await server.tokenFor((await createUser(server.db, { role: [Role.ADMIN] })).id)
})

const URL_ = 'https://93.184.216.34/hooks'
const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const add = (body: object) => call('POST', 'admin/webhook', { url: URL_, events: ['order.created'], ...body })

test('a webhook answers its secret once, is changed, listed and removed, and the trail has no secret', async () => {
  const { body } = await add({ events: ['order.status', 'order.created', 'order.status'] })
  const { secret, ...row } = body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(row).toMatchObject({ url: URL_, events: ['order.created', 'order.status'], active: true, failingSince: null })
  expect((await call('GET', `admin/webhook/${row.id}`)).body.data).toEqual(row)
  expect((await call('GET', 'admin/webhook')).body.data.items).toEqual([row])
  const edited = await call('PUT', `admin/webhook/edit/${row.id}`, { active: false, updatedAt: row.updatedAt })
  expect(edited.body.data).toMatchObject({ active: false, disabledReason: null })
  expect((await call('PUT', `admin/webhook/${row.id}`, { active: true, updatedAt: row.updatedAt })).status).toBe(409)
  expect((await call('DELETE', `admin/webhook/${row.id}`)).status).toBe(200)
  expect((await call('GET', `admin/webhook/${row.id}/deliveries`)).status).toBe(404)
  const trail = await server.db.selectFrom('auditEntries').selectAll().where('entity', '=', 'webhooks').execute()
  expect(trail.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.remove'])
  expect(JSON.stringify(trail)).not.toContain('whsec_')
})

test('an Idempotency-Key keeps no secret: a repeat makes no second webhook, and is told so', async () => {
  for (const path of ['admin/webhook', 'admin/webhook/add']) {
    const body = { url: `${URL_}/${path}`, events: ['order.created'] }
    const post = (sent: object) =>
      server.call('POST', path, { token, body: sent, headers: { 'idempotency-key': `once-${path}` } })
    const { secret } = (await post(body)).body.data
    expect(secret).toMatch(/^whsec_/)
    expect(await post(body)).toMatchObject({
      status: 409,
      body: {
        message: 'This was done already. The answer had a secret, which is not kept, so it cannot be sent again.',
      },
    })
    expect((await post({ ...body, active: false })).body.message).toMatch(/used for another request/)
    const made = await server.db.selectFrom('webhooks').select('id').where('url', '=', body.url).execute()
    expect(made).toHaveLength(1)
  }
  const kept = await server.pool.query('select to_jsonb(k)::text as row from idempotency_keys k')
  expect(kept.rows).toHaveLength(2)
  expect(JSON.stringify(kept.rows)).not.toContain('whsec_')
})

test.each<[object, string, string]>([
  [{ url: '' }, 'url', 'This field cannot be empty'],
  [{ url: 'shop.example/hooks' }, 'url', 'Please enter a web address, such as https://shop.example/hooks'],
  [{ url: 'ftp://shop.example' }, 'url', 'Please enter a web address, such as https://shop.example/hooks'],
  [{ url: 'https://user:secret@shop.example' }, 'url', 'Please enter the web address without a user name and password'],
  [{ url: 'http://user@' }, 'url', 'Please enter the web address without a user name and password'],
  [{ url: `https://shop.example/${'x'.repeat(1_980)}` }, 'url', 'URL must be no more than 2000 characters'],
  [{ url: 'http://93.184.216.34/' }, 'url', 'Webhooks need https'],
  [{ url: 'https://127.0.0.1/' }, 'url', 'The address is in a private network'],
  [{ url: 'https://localhost:8443/' }, 'url', 'The address is in a private network'],
  [{ url: 'https://169.254.169.254/latest/meta-data/' }, 'url', 'The address is in a private network'],
  [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url', 'The address is in a private network'],
  [{ url: 'https://2130706433/' }, 'url', 'The address is in a private network'],
  ...[22, 25, 5432, 6379].map((port): [object, string, string] => [
    { url: `https://93.184.216.34:${port}/` },
    'url',
    'Webhooks go to port 80, 443 or one from 1024 on, and not to those of databases, caches and mail',
  ]),
  [{ events: [] }, 'events', 'Choose at least one'],
  [{ events: ['order.deleted'] }, 'events.0', 'Choose one from the list'],
])('%j is refused at %s', async (body, field, message) => {
  const { status, body: answer } = await add(body)
  expect({ status, data: answer.data }).toEqual({ status: 400, data: { [field]: message } })
})

test('a name that leads nowhere yet is saved: each delivery checks it again', async () => {
  expect((await add({ url: 'https://no-such-host.invalid/' })).status).toBe(200)
})

test('a change to a private address is refused, and leaves the webhook as it was', async () => {
  const { id } = (await add({})).body.data
  expect((await call('PUT', `admin/webhook/${id}`, { url: 'https://10.0.0.1/' })).status).toBe(400)
  expect((await call('GET', `admin/webhook/${id}`)).body.data.url).toBe(URL_)
})

test('with WEBHOOK_HOSTS, a webhook to another host is refused at its URL, when it is added and when it is changed', async () => {
  const strict = await startTestServer({ WEBHOOK_HOSTS: '93.184.216.34,*.shop.example' }, server.databaseUrl)
  const message = 'This host is not among those that webhooks may go to'
  const given = { events: ['order.created'] }
  const sent = (method: string, path: string, url: string) =>
    strict.call(method, path, { token, body: { ...given, url } })
  const { id } = (await sent('POST', 'admin/webhook', URL_)).body.data
  for (const [method, path] of [
    ['POST', 'admin/webhook'],
    ['PUT', `admin/webhook/${id}`],
    ['PUT', `admin/webhook/edit/${id}`],
  ] as const) {
    const { status, body } = await sent(method, path, 'https://1.1.1.1/hooks')
    expect({ status, data: body.data }).toEqual({ status: 400, data: { url: message } })
  }
  await strict.close()
})
