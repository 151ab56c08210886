import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { isUnavailable } from '#server/db/failures.ts'
import { withAdmin } from '#server/test/database.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import type { Reply } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let order: { id: number }
beforeAll(async () => {
  order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
})

const ODD_IDS = [
  '0',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '1.0',
  '01x',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999',
  '1 or 1=1',
  "1'",
  '1;drop table orders',
  '\u0000',
  '１',
  'null',
  'NaN',
  'x'.repeat(190),
]

describe('an impossible id', () => {
  const paths = ['request/booking/get/', 'request/event/data/', 'user/', 'document/', 'article/', 'port/get/']
  test.each(ODD_IDS)('%j is 400 or 404 on every call, never 500', async (id) => {
    for (const path of paths) {
      const last = path === 'document/' ? '/download' : ''
      const { status } = await server.call('GET', `${path}${encodeURIComponent(id)}${last}`)
      expect([400, 404], `${path}${id}`).toContain(status)
    }
  })

  test('a path of 500 characters is refused', async () => {
    expect((await server.call('GET', `port/get/${'1'.repeat(500)}`)).status).toBe(414)
  })
})

describe('a list', () => {
  const SORTS = [
    'order[password]=asc',
    'order[password_hash]=asc',
    'order[user_token]=asc',
    'order[token_hash]=asc',
    'order[id]=ASC NULLS FIRST',
    'order[id]=asc;drop table orders',
    'order[id]=asc,(select pg_sleep(5))',
    'order[id][x]=asc',
    'order[__proto__]=asc',
    'order[constructor]=asc',
    'order["id"]=asc',
    'order[]=id',
    'order=id',
  ]
  test.each(SORTS)('refuses to sort by %s', async (query) => {
    for (const path of ['request/booking/get_all', 'admin/user', 'port', 'article', 'admin/mail']) {
      const { status, body } = await server.call('GET', `${path}?${query.replaceAll(' ', '%20')}`)
      expect(status, path).toBe(400)
      expect(body.message).toMatch(/^Unknown sort (field|direction)\. Allowed: /)
    }
  })

  test('refuses a thousand sort keys and repeated ones', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `order[k${n}]=asc`).join('&')
    expect((await server.call('GET', `port?${many}`)).status).toBe(400)
    expect((await server.call('GET', 'port?order[id]=asc&order[id]=asc')).status).toBe(400)
  })

  test('accepts page sizes from 1 to 1000', async () => {
    for (const [size, status] of [
      ['1', 200],
      ['7', 200],
      ['1000', 200],
      ['0', 400],
      ['-1', 400],
      ['1001', 400],
      ['1e9', 400],
      ['1000000000', 400],
      ['x', 400],
      ['', 400],
    ] as const)
      expect((await server.call('GET', `port?per_page=${size}`)).status, size).toBe(status)
  })
})

test.each([
  'api/port?search=%00',
  'api/admin/user?search=a%00b',
  'api/value/freight?tier=%00',
  'api/admin/audit?action=%00',
  'api/request/booking/get_all?search=%00',
  'site/article/%00',
])('a NUL in %s is refused', async (path) => {
  const reply = await fetch(`${server.url}/${path}`, { headers: { 'user-token': server.token } })
  expect(reply.status).toBe(400)
})

test.each([2_147_483_648, 9_007_199_254_740_991, -1, 1.5])(
  'a save with the id %s is refused at its field',
  async (id) => {
    const { status, body } = await server.call('PUT', 'port/save', { body: { id, name: 'X' } })
    expect(status).toBe(400)
    expect(Object.keys(body.data)).toEqual(['id'])
  },
)

test.each([
  ['0000-01-01T00:00:00Z', 400],
  ['2026-02-30T00:00:00Z', 400],
  ['yesterday', 400],
  ['2026-01-01T00:00:00%2B23:00', 200],
])('the audit trail from %s is %s', async (from, status) => {
  const admin = await createUser(server.db, { role: ['ROLE_ADMIN'] })
  const token = await server.tokenFor(admin.id)
  expect((await server.call('GET', `admin/audit?from=${from}`, { token })).status).toBe(status)
})

test.each(['%25', '_', '', 'x'.repeat(61), 'x'.repeat(10_000), "ABCD'--", 'ABCD%00', 'ABCD1234567_'])(
  'tracking %j without a login reveals nothing',
  async (code) => {
    const { status, body } = await server.call('GET', `request/booking/search?tracking_code=${code}`, { token: null })
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toContain('Anna')
  },
)

test('repeated tracking codes are refused, and a single one is found by index', async () => {
  for (const query of ['tracking_code=A&tracking_code=B', 'tracking_code[]=A', ''])
    expect((await server.call('GET', `request/booking/search?${query}`, { token: null })).status).toBe(400)
  const client = await server.pool.connect()
  await client.query('begin')
  await client.query('set local enable_seqscan = off')
  const plan = await client.query("explain select id from orders where tracking_code = 'ABCD12345678'")
  await client.query('rollback')
  client.release()
  expect(JSON.stringify(plan.rows)).toMatch(/Index (Only )?Scan/)
})

describe('other origins', () => {
  test.each(['https://evil.example', 'null'])('%s is granted nothing, nor by a preflight', async (origin) => {
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'user-token' }
    const replies = [
      await fetch(`${server.url}/api/port`, { method: 'OPTIONS', headers: asked }),
      await fetch(`${server.url}/api/port`, { headers: { origin, 'user-token': server.token } }),
      await fetch(`${server.url}/api/login`, { method: 'POST', headers: { origin } }),
    ]
    for (const { headers } of replies) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })
})

describe('a body', () => {
  const put = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/request/booking/edit/${order.id}`, {
      method: 'PUT',
      headers: { 'user-token': server.token, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }).then(
      async (reply): Promise<Pick<Reply, 'status' | 'body'>> => ({ status: reply.status, body: await reply.json() }),
    )

  test('that is compressed is never unpacked', async () => {
    const bomb = gzipSync(Buffer.from(JSON.stringify({ yourName: 'x'.repeat(900_000) })))
    expect(bomb.length).toBeLessThan(10_000)
    const { status } = await put(bomb, { 'content-encoding': 'gzip' })
    expect([400, 415]).toContain(status)
  })

  test('with a duplicate key is 400: whoever reads the first value and whoever reads the last one would differ', async () => {
    const twice = { status: 400, body: { data: { yourName: 'Send yourName once' } } }
    expect(await put('{"yourName":"First","yourName":"Second"}')).toMatchObject(twice)
    expect(await put('{"yourName":"First","your\\u004eame":"Second"}')).toMatchObject(twice)
  })

  test.each([
    '{"__proto__":{"status":1}}',
    '{"constructor":{"prototype":{"status":1}}}',
    '{"yourName":{"toString":"x"}}',
    '{"yourName":["a"]}',
    '{"yourName":"\\udc00"}',
    '"text"',
    '1',
    '[]',
    '\ufeff\ufeff{}',
    '{"a":1}{"b":2}',
    '{"yourName":"a\nb"}',
    '{yourName:"a"}',
    'NaN',
  ])('%s is 400 and changes nothing', async (body) => {
    const before = (await server.call('GET', `request/booking/get/${order.id}`)).body.data
    expect((await put(body)).status).toBe(400)
    expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data).toEqual(before)
  })

  test.each([0.0005, 1e-7, 1e21, 1e308, 2 ** 53, -0.001, '1e3', '0x10', 'Infinity', '٣', '1,5,0', true, [1], {}])(
    'a volume of %j is 400',
    async (shipmentVolume) => {
      const { status, body } = await put(JSON.stringify({ shipmentVolume }))
      expect(status).toBe(400)
      expect(body.data).toHaveProperty('shipmentVolume')
    },
  )
})

test('input that a mail library would read as a file, an address or an envelope is refused', async () => {
  const event = await createEvent(server.db)
  const template = await createTemplate(server.db)
  const body = {
    bookingRequestId: order.id,
    eventId: event.id,
    date: '1767225600',
    comment: '',
    emailTemplateId: template.id,
    documents: [],
  }
  const odd = [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, { raw: 'From: x' }, { envelope: { size: -1 } }]
  for (const value of odd) {
    for (const field of ['comment', 'emailTemplateId', 'date']) {
      const reply = await server.call('POST', 'request/event/data/add', { body: { ...body, [field]: value } })
      expect(reply.status, field).toBe(400)
    }
    const reply = await server.call('POST', 'request/event/data/add', { body: { ...body, documents: [value] } })
    expect(reply.status).toBe(400)
    const template = { title: 'T', subject: value, content: value }
    expect((await server.call('POST', 'template/email', { body: template })).status).toBe(400)
  }
  // Unlisted keys are ignored.
  const more = {
    ...body,
    attachments: [{ path: '/etc/passwd' }],
    to: 'evil@example.test',
    html: { path: '/etc/passwd' },
  }
  expect((await server.call('POST', 'request/event/data/add', { body: more })).status).toBe(200)
  const mails = await server.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(mails)).not.toMatch(/passwd|evil/)
})

describe('a database', () => {
  test('that turns read-only still serves reads, answers writes with 503 and Retry-After, and recovers', async () => {
    const name = new URL(server.databaseUrl).pathname.slice(1)
    const readOnly = (to: 'on' | 'off') =>
      withAdmin(inject('adminUrl'), async (client) => {
        await client.query(`alter database ${name} set default_transaction_read_only = ${to}`)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      })
    // The first user of a cut connection may notice.
    const works = (work: () => Promise<Reply>) => expect.poll(async () => (await work()).status).toBe(200)
    // A session due for renewal must not fail the read.
    await server.db.updateTable('sessions').set({ lastUsedAt: sql`now() - interval '2 minutes'` }).execute()
    await readOnly('on')
    await works(() => server.call('GET', 'port'))
    const refused = await server.call('POST', 'port', { body: { code: 'ZZZZZ', name: 'Nowhere' } })
    expect(refused).toMatchObject({ status: 503, body: { message: 'The server is busy. Please try again.' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    await readOnly('off')
    await works(() => server.call('POST', 'port', { body: { code: 'ZZZZZ', name: 'Nowhere' } }))
  })

  test.each([
    ['53100', 'its disk is full'],
    ['53300', 'it has no connection left'],
    ['40P01', 'a deadlock was broken'],
    ['40001', 'a transaction has to be repeated'],
    ['25006', 'it is a standby'],
  ])('error %s (%s) counts as unavailable for now', (code) => {
    expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(true)
  })
})
