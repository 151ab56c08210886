import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { covers } from '#contract/accounts/scopes.ts'
import { Role } from '#contract/accounts/session.ts'
import { SCOPES, type Scope } from '#contract/integrations/api-keys.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { RUN_KINDS, type RunKindName } from '#contract/runs/runs.ts'
import { OFFER_KINDS, RUN_INPUTS } from '#contract/runs/start-run.ts'
import { KINDS } from '#server/run-kinds.ts'
import { bearer, createKey, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { scopesOfRun } from './run-needs.ts'

// Every scope meets each kind of run and each call.
vi.setConfig({ testTimeout: 120_000 })

const server = testServer()
let ownerId: number
const keys = new Map<string, string>()

/** Every kind of run, once for each thing that its runs can be about. */
const STORED = RUN_KINDS.flatMap((kind) => (KINDS[kind]?.needs.about ?? []).map(({ input = {} }) => ({ kind, input })))
const runs: { id: number; kind: RunKindName; input: object }[] = []

const keyWith = async (scopes: readonly Scope[]) => {
  const name = scopes.join(' ')
  const known = keys.get(name) ?? (await createKey(server.db, scopes, { createdBy: ownerId })).key
  keys.set(name, known)
  return known
}
const call = async (scopes: readonly Scope[], method: string, path: string, body?: object) =>
  server.call(method, path, { token: null, headers: bearer(await keyWith(scopes)), ...(body && { body }) })

beforeAll(async () => {
  ownerId = (await createUser(server.db, { role: [Role.ADMIN] })).id
  for (const { kind, input } of STORED) {
    const values = { kind, title: kind, input: JSON.stringify(input), total: 0, createdBy: ownerId }
    const state = { state: 'done' as const, finishedAt: sql<string>`now()` }
    const { id } = await server.db
      .insertInto('runs')
      .values({ ...values, ...state })
      .returning('id')
      .executeTakeFirstOrThrow()
    runs.push({ id, kind, input })
  }
})

const CALLS = [
  ['GET', '', 'read'],
  ['GET', '/items', 'read'],
  // No format that there is: whoever may export is answered without a thread.
  ['GET', '/export?format=none', 'read'],
  ['POST', '/stop', 'write'],
  ['POST', '/retry', 'write'],
  ['POST', '/undo', 'write'],
] as const

const isEnough = (granted: readonly Scope[], needed: readonly Scope[] | null) =>
  needed?.every((scope) => covers(granted, scope)) ?? false

/** Sets of scopes: each alone, all of them, and all but one. */
const SETS: Scope[][] = [
  ...SCOPES.map((scope): Scope[] => [scope]),
  [...SCOPES],
  ['orders:write', 'reference:read'],
  ['orders:read', 'reference:write'],
  ['orders:write', 'reference:write'],
]

test('every kind names what its runs are about', () => {
  for (const kind of RUN_KINDS) expect(KINDS[kind]?.needs.about.length, kind).toBeGreaterThan(0)
  const needed = (kind: RunKindName, input: object) => scopesOfRun(KINDS, { kind, input }, 'write')
  expect(needed('load', { plan: {} })).toEqual(['reference:write', 'orders:write'])
  expect(needed('import', { of: 'clients' })).toEqual(['clients:write'])
  expect(needed('import', { of: 'orders' })).toEqual(['orders:write'])
  expect(needed('dates', { plan: {} })).toEqual(['orders:write'])
  expect(needed('dates', { target: { sailingId: 1 } })).toEqual(['reference:write', 'orders:write'])
  expect(needed('offer-send', { plan: {} })).toEqual(['offers:write'])
  expect(needed('import', {})).toBeNull()
})

describe.each(SETS.map((scopes) => [scopes.join(', '), scopes] as const))('a key with %s', (_, scopes) => {
  test('reads, exports, stops, retries and undoes runs that are about what it may read and write', async () => {
    for (const run of runs)
      for (const [method, path, verb] of CALLS) {
        const { status } = await call(scopes, method, `runs/${run.id}${path}`)
        const enough = isEnough(scopes, scopesOfRun(KINDS, run, verb))
        expect(status === 403, `${method} ${path} of ${run.kind} ${JSON.stringify(run.input)}: ${status}`).toBe(!enough)
      }
  })

  test('sees no others in the list, nor in its total', async () => {
    const { items, totalCount } = (await call(scopes, 'GET', 'runs?per_page=1000')).body.data
    const mine = runs.filter((run) => isEnough(scopes, scopesOfRun(KINDS, run, 'read'))).map(({ id }) => id)
    expect(items.map(({ id }: { id: number }) => id).sort()).toEqual(mine.sort())
    expect(totalCount).toBe(mine.length)
  })

  test('starts and previews runs that are about what it may write and read', async () => {
    const inputs: Record<keyof typeof RUN_INPUTS, object> = {
      event: { eventId: 999_999, date: '2026-11-20T09:05:00.000Z' },
      status: { status: 2 },
      'in-charge': { userId: 999_999 },
      load: { sailingId: 999_999 },
      dates: { cargoReadyAt: null },
      'ask-documents': { emailTemplateId: 999_999 },
      'ask-suppliers': { message: 'When will it arrive?' },
      'arrival-notice': { emailTemplateId: 999_999 },
    }
    for (const kind of keysOf(RUN_INPUTS))
      for (const [path, verb] of [
        ['runs', 'write'],
        ['runs/preview', 'read'],
      ] as const) {
        const body = { kind, input: inputs[kind], selection: { ids: [999_999] } }
        const { status } = await call(scopes, 'POST', path, body)
        const enough = isEnough(scopes, scopesOfRun(KINDS, { kind, input: { plan: {} } }, verb))
        expect(status === 403, `POST ${path} of ${kind}: ${status}`).toBe(!enough)
      }
    for (const kind of OFFER_KINDS)
      for (const [path, verb] of [
        ['runs', 'write'],
        ['runs/preview', 'read'],
      ] as const) {
        const { status } = await call(scopes, 'POST', path, { kind, input: {}, selection: { ids: [999_999] } })
        expect(status === 403, `POST ${path} of ${kind}: ${status}`).toBe(!isEnough(scopes, [`offers:${verb}`]))
      }
  })
})

test('people of the staff see all runs', async () => {
  const { totalCount } = (await server.call('GET', 'runs')).body.data
  expect(totalCount).toBeGreaterThanOrEqual(runs.length)
  for (const { id } of runs) expect((await server.call('GET', `runs/${id}`)).status).toBe(200)
})

test('a preview shows its mail with content:read only; the rest of it to all who may preview', async () => {
  const { id: userId } = await createUser(server.db)
  const order = await createOrder(server.db, { userId, email: 'anna@example.test' })
  const template = await createTemplate(server.db)
  const event = await server.db
    .insertInto('events')
    .values({ name: 'Sailed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = {
    kind: 'event',
    input: { eventId: event.id, date: '2026-11-20T09:05:00.000Z', emailTemplateId: template.id },
    selection: { ids: [order.id] },
    orderId: order.id,
  }
  const bare = (await call(['orders:write', 'clients:read'], 'POST', 'runs/preview', body)).body.data
  expect(bare).toMatchObject({ applies: 1, mails: { count: 1, sample: null } })
  const shown = (await call(['orders:read', 'content:read'], 'POST', 'runs/preview', body)).body.data
  expect(shown.mails.sample.html).toContain('Dear')
  const ask = `request/booking/${order.id}/requirements/ask/preview`
  expect((await call(['orders:write'], 'POST', ask, { ids: [1] })).status).toBe(403)
  expect((await call(['orders:read', 'content:read'], 'POST', ask, { ids: [1] })).status).not.toBe(403)
})
