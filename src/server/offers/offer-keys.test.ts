import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '#contract/integrations/api-keys.ts'
import { bearer, createKey } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { offersOn } from './offers.fixture.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver', SMTP_URL: 'smtp://127.0.0.1:1' })
let on: Awaited<ReturnType<typeof offersOn>>
beforeAll(async () => {
  on = await offersOn(server)
})

/** Calls with a key of these scopes. */
const keyed = async (scopes: Scope[]) => {
  const { key } = await createKey(server.db, scopes)
  return (method: string, path: string, body?: object) =>
    server.call(method, path, { token: null, body, headers: bearer(key) })
}
/** What a call is refused with for want of a scope. */
const lacks = (scope: Scope) => ({
  status: 403,
  body: { message: `This call needs an API key with the scope ${scope}.` },
})

type Asked = [method: string, path: string, body?: object]

describe('a key of offers', () => {
  const readings = (id: number): Asked[] => [
    ['GET', 'offer'],
    ['GET', `offer/${id}`],
    ['GET', `offer/${id}/pdf`],
    ['GET', `offer/${id}/questions`],
    ['GET', 'offer/export?format=csv'],
    ['GET', 'report/offers?from=2026-01-01&to=2026-12-31'],
    ['GET', 'report/offers/export?from=2026-01-01&to=2026-12-31&table=reasons&format=csv'],
  ]
  const writings = (id: number): Asked[] => [
    ['POST', 'offer', { name: 'Nina', options: [on.fcl] }],
    ['PUT', `offer/${id}`, { note: 'X' }],
    ['POST', `offer/${id}/send`, {}],
    ['POST', `offer/${id}/follow-up`, {}],
    ['POST', `offer/${id}/withdraw`, {}],
    ['POST', `offer/${id}/replace`, {}],
    ['POST', `offer/${id}/questions/close`, {}],
    ['DELETE', `offer/${id}`],
  ]

  test('reads with offers:read, and writes nothing', async () => {
    const { id } = await on.draft()
    const call = await keyed(['offers:read'])
    for (const [method, path] of readings(id)) expect([path, (await call(method, path)).status]).toEqual([path, 200])
    for (const asked of writings(id)) expect(await call(...asked)).toMatchObject(lacks('offers:write'))
    expect((await on.call('GET', `offer/${id}`)).body.data).toMatchObject({ state: 'draft', note: '' })
  })

  test('without a scope of offers reads none of it', async () => {
    const { id } = await on.draft()
    const call = await keyed(['orders:write', 'reference:write', 'clients:write'])
    for (const asked of readings(id)) expect(await call(...asked)).toMatchObject(lacks('offers:read'))
  })

  test('makes, sends and asks again with offers:write; who accepts or books needs orders:write and clients:write, too', async () => {
    const call = await keyed(['offers:write'])
    const prospect = { name: 'Nina New', email: 'nina@example.test' }
    const { id, options } = (await call('POST', 'offer', { ...prospect, options: [on.fcl] })).body.data
    expect((await call('POST', `offer/${id}/send`, {})).body.data).toMatchObject({ state: 'sent' })
    expect((await call('POST', `offer/${id}/follow-up`, {})).status).toBe(200)
    const accept: Asked = ['POST', `offer/${id}/accept-for-client`, { optionId: options[0].id, note: 'By telephone' }]
    expect(await call(...accept)).toMatchObject(lacks('orders:write'))
    const ordering = await keyed(['offers:write', 'orders:write'])
    expect((await ordering(...accept)).body.data).toMatchObject({ state: 'accepted' })
    expect(await ordering('GET', `offer/${id}/book`)).toMatchObject(lacks('clients:write'))
    const booking = await keyed(['offers:write', 'orders:write', 'clients:write'])
    expect((await booking('GET', `offer/${id}/book`)).body.data.client).toMatchObject({ username: 'Nina New' })
    expect((await ordering('GET', `offer/${id}/snapshot`)).status).toBe(200)
  })

  test('lists kept quotes with orders:read alone', async () => {
    expect(await (await keyed(['offers:write']))('GET', 'quote')).toMatchObject(lacks('orders:read'))
    expect((await (await keyed(['orders:read']))('GET', 'quote')).status).toBe(200)
  })

  test('acts on many with offers:write, and neither sees nor starts a run without', async () => {
    const { id } = await on.draft()
    const started: Asked = ['POST', 'runs', { kind: 'offer-send', selection: { ids: [id] }, input: {} }]
    const reading = await keyed(['offers:read'])
    expect(await reading(...started)).toMatchObject(lacks('offers:write'))
    const writing = await keyed(['offers:write'])
    const run = (await writing(...started)).body.data
    expect(run).toMatchObject({ kind: 'offer-send' })
    expect((await writing('GET', `runs/${run.id}/items`)).body.data.items).toMatchObject([{ offerId: id }])
    const other = await keyed(['reference:write', 'orders:write'])
    expect(await other('GET', `runs/${run.id}`)).toMatchObject(lacks('offers:read'))
    expect((await other('GET', 'runs')).body.data.items).toEqual([])
  })
})

describe('a key of rates', () => {
  test('reads, simulates and tells the history with reference:read, and writes with reference:write', async () => {
    const writing = await keyed(['reference:write'])
    const { id: freightId } = await server.db.selectFrom('freight').select('id').executeTakeFirstOrThrow()
    const { id } = (await writing('POST', 'rate-set', { name: 'Next' })).body.data
    const changes: Asked = [
      'PUT',
      `rate-set/${id}/changes`,
      { changes: [{ entity: 'freight', recordId: freightId, field: 'cbm', new: 75 }] },
    ]
    expect((await writing(...changes)).status).toBe(200)
    const reading = await keyed(['reference:read'])
    for (const asked of [
      ['GET', 'rate-set'],
      ['GET', `rate-set/${id}`],
      ['GET', `rate-set/${id}/diff`],
      ['GET', 'rate-set/export?format=csv'],
      ['GET', `rate-history?entity=freight&recordId=${freightId}`],
      ['POST', `rate-set/${id}/simulate`, {}],
    ] satisfies Asked[])
      expect([asked[1], (await reading(...(asked as Asked))).status]).toEqual([asked[1], 200])
    for (const asked of [
      ['POST', 'rate-set', { name: 'Other' }],
      ['PUT', `rate-set/${id}`, { name: 'Other' }],
      ['DELETE', `rate-set/${id}`],
      changes,
      ['POST', `rate-set/${id}/schedule`, { validFrom: '2027-01-01' }],
      ['POST', `rate-set/${id}/apply`, {}],
      ['POST', `rate-set/${id}/cancel`, {}],
      ['POST', `rate-set/${id}/undo`, {}],
      ['POST', `rate-set/${id}/import/apply`, {}],
    ] satisfies Asked[])
      expect([asked[1], await reading(...(asked as Asked))]).toMatchObject([asked[1], lacks('reference:write')])
  })

  test('prices another day with orders:read and reference:read', async () => {
    const { shipmentTradeTerms: _, ...body } = on.inputs
    const path = `calculator/drop-off_by_supplier?on=${new Date().toISOString().slice(0, 10)}`
    expect(await (await keyed(['orders:read']))('POST', path, body)).toMatchObject(lacks('reference:read'))
    expect(await (await keyed(['reference:read']))('POST', path, body)).toMatchObject(lacks('orders:read'))
    expect((await (await keyed(['orders:read', 'reference:read']))('POST', path, body)).status).toBe(200)
  })
})

test('neither a client nor a stranger has to do with offers and rate sets', async () => {
  const { id } = await on.sent({ clientId: on.client.id })
  const clientToken = await server.tokenFor(on.client.id)
  for (const [method, path] of [
    ['GET', 'offer'],
    ['GET', `offer/${id}`],
    ['GET', `offer/${id}/pdf`],
    ['POST', `offer/${id}/accept-for-client`],
    ['GET', 'quote'],
    ['GET', 'rate-set'],
    ['GET', 'rate-history?entity=freight&recordId=1'],
    ['GET', 'report/offers?from=2026-01-01&to=2026-12-31'],
  ] as const) {
    const statuses = [clientToken, null].map(async (token) => (await server.call(method, path, { token })).status)
    expect([path, await Promise.all(statuses)]).toEqual([path, [403, 401]])
  }
})
