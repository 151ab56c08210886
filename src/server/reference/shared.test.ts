import { beforeAll, describe, expect, test } from 'vitest'
import type { ResourceKey } from '#contract/api/resources.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { constants } from '#contract/reference/constants.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { fetchFile } from '#server/test/files.ts'
import { testServer } from '#server/test/test-server.ts'
import { staleReply } from '#server/test/trail.ts'
import { REFERENCE } from './reference-lists.ts'

const server = testServer()
const cityIds: number[] = []
const depotIds: number[] = []

interface Case {
  resource: Resource
  /** A valid body, different for each n. */
  body: (n: number) => Record<string, unknown>
  /** The required fields. */
  required: string[]
  /** A body with a duplicate key. */
  duplicate?: (n: number) => Record<string, unknown>
  /** A single field with a valid new value. */
  change: Record<string, unknown>
}

const code = (prefix: string, n: number) => `${prefix}${String(n).padStart(3, '0')}`
const fees = { depotFixed: 45, depotVar: 12, depotVarMin: 25 }
const depotBody = (n: number) => ({ code: code('D', n), name: `Depot ${n}`, originIds: [2], tier: 1, ...fees })

const placeOf = (n: number) => ({ cityId: cityIds[n % 5], depotId: depotIds[Math.floor(n / 5)] })

/** Candidate values of a field; the first one that it accepts unchanged is used. */
const samples = (n: number) => [
  `Record ${n}`,
  code('X', n),
  n,
  `copy${n}@example.test`,
  true,
  String(8_613_800_000_000 + n),
]

/** A test case made from the declaration of an entity whose fields are texts, numbers and flags. */
function plainCase(resource: Resource): Case {
  const takes = (field: string, value: unknown) => {
    const read = resource.input.safeParse({ [field]: value })
    const refused = read.error?.issues.some(({ path }) => path[0] === field)
    return !refused && resource.input.shape[field] !== undefined
  }
  const valid = (field: string, n: number) => samples(n).find((value) => takes(field, value))
  const fields = Object.keys(resource.input.shape)
  const required = fields.filter((field) => !takes(field, undefined))
  const body = (n: number) => Object.fromEntries(required.map((field) => [field, valid(field, n)]))
  const [key, changed] = [
    resource.conflict?.field ?? '',
    fields.find((field) => field !== resource.conflict?.field) ?? '',
  ]
  const duplicate = (n: number) => ({ ...body(n + 500), [key]: String(valid(key, n)).toLowerCase() })
  return { resource, body, required, ...(key ? { duplicate } : {}), change: { [changed]: valid(changed, 777) } }
}

/** Fixtures that a declaration alone does not give: records that must exist, and codes. */
const OWN: Partial<Record<ResourceKey, Omit<Case, 'resource'>>> = {
  carriers: {
    body: (n) => ({ name: `Line ${n}`, scac: 'OOLU' }),
    required: ['name'],
    duplicate: (n) => ({ name: `LINE ${n}` }),
    change: { smdg: 'OOL' },
  },
  places: {
    body: (n) => ({ name: `Place ${n}`, kind: 'terminal', timeZone: 'America/Vancouver', firmsCode: code('A', n) }),
    required: ['name', 'kind', 'timeZone'],
    duplicate: (n) => ({ name: `PLACE ${n}`, kind: 'cfs', timeZone: 'UTC' }),
    change: { hours: 'Mon to Fri' },
  },
  documentRequirements: {
    body: (n) => ({ name: `Paper ${n}`, categoryId: 1, supplier: 'client', basis: 'booking' }),
    required: ['name', 'categoryId', 'supplier', 'basis'],
    duplicate: (n) => ({ name: `PAPER ${n}`, categoryId: 2, supplier: 'us', basis: 'etd' }),
    change: { offsetDays: -3 },
  },
  depots: {
    body: depotBody,
    required: ['code', 'name', 'originIds', 'tier', 'depotFixed', 'depotVar', 'depotVarMin'],
    duplicate: (n) => ({ ...depotBody(n + 500), name: `DEPOT ${n}` }),
    change: { tier: 3 },
  },
  freight: {
    body: (n) => ({ tier: n, dest: 'USWC-LAX', cbm: 68, mt: 70.5 }),
    required: ['tier', 'dest', 'cbm', 'mt'],
    duplicate: (n) => ({ tier: n, dest: 'uswc-lax', cbm: 1, mt: 1 }),
    change: { cbm: 68.55 },
  },
  cartages: {
    body: (n) => ({ categoryId: 1 + (n % 6), name: `Cartage ${n}`, dest: 'US-CHI' }),
    required: ['categoryId', 'name', 'dest'],
    change: { exclusion: true },
  },
  locations: {
    body: (n) => ({ ...placeOf(n), precarFixed: 40, precarVar: 14, precarVarMin: 55 }),
    required: ['cityId', 'depotId', 'precarFixed', 'precarVar', 'precarVarMin'],
    duplicate: (n) => ({ ...placeOf(n), precarFixed: 1, precarVar: 1, precarVarMin: 1 }),
    change: { visibility: false },
  },
}

const cases = REFERENCE.filter(({ resource }) => resource.operations.includes('create')).map(({ resource }): Case => {
  const own = OWN[resource.key]
  return own ? { resource, ...own } : plainCase(resource)
})

beforeAll(async () => {
  for (let n = 0; n < 5; n++) {
    const city = await server.db
      .insertInto('cities')
      .values({ code: `L${n}`, name: `City ${n}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    cityIds.push(city.id)
    const values = { name: `Depot of location ${n}`, code: `L${n}`, tier: 1, ...fees }
    depotIds.push((await server.db.insertInto('depots').values(values).returning('id').executeTakeFirstOrThrow()).id)
  }
})

/** Rows of any list, whatever its shape: mail addresses answer the bare array. */
const rowsOf = ({ body }: { body: { data: { items?: { id: number }[] } & { id: number }[] } }) =>
  body.data.items ?? body.data

describe.each(cases)('$resource.name', ({ resource, body, required, duplicate, change }) => {
  const { path, name } = resource
  const at = (rest = '') => `${path}${rest}`
  const call = (method: string, rest: string, sent?: unknown, token?: string | null) =>
    server.call(method, at(rest), { body: sent, ...(token === undefined ? {} : { token }) })
  const add = async (n: number) => (await call('POST', '', body(n))).body.data

  test('a retry with the same Idempotency-Key returns the first reply and adds nothing; another body is 409', async () => {
    const headers = { 'idempotency-key': `again-${resource.path}` }
    const post = (sent: object) => server.call('POST', at(), { body: sent, headers })
    const first = await post(body(19))
    expect(first.status).toBe(200)
    expect((await post(body(19))).body).toEqual(first.body)
    expect((await post(body(18))).status).toBe(409)
    expect((await call('DELETE', `/${first.body.data.id}`)).status).toBe(200)
  })

  test('both path forms add, read, edit and delete, and return the record', async () => {
    for (const form of [
      { add: '', get: (id: number) => `/${id}`, edit: (id: number) => `/${id}`, remove: (id: number) => `/${id}` },
      {
        add: '/add',
        get: (id: number) => `/get/${id}`,
        edit: (id: number) => `/edit/${id}`,
        remove: (id: number) => `/delete/${id}`,
      },
    ]) {
      const created = await call('POST', form.add, body(1))
      expect(created).toMatchObject({
        status: 200,
        body: { code: 200, data: { id: expect.any(Number), updatedAt: expect.any(String) } },
      })
      const { id } = created.body.data
      expect((await call('GET', form.get(id))).body.data).toEqual(created.body.data)
      const edited = await call('PUT', form.edit(id), change)
      expect(edited.body.data).toMatchObject(change)
      expect(await call('DELETE', form.remove(id))).toMatchObject({ status: 200, body: { data: null } })
      expect(await call('GET', form.get(id))).toMatchObject({ status: 404, body: { message: `${name} not found` } })
    }
  })

  test('save adds without an id and edits with one', async () => {
    const { id } = (await call('PUT', '/save', body(2))).body.data
    const edited = await call('PUT', '/save', { id, ...change })
    expect(edited.body.data).toMatchObject({ id, ...change })
    await call('DELETE', `/${id}`)
  })

  test('an edit keeps fields that were not sent, and ignores read-only and unknown keys', async () => {
    const before = await add(3)
    const edited = await call('PUT', `/${before.id}`, { ...change, createdAt: '1999-01-01T00:00:00.000Z', nonsense: 1 })
    expect(edited.body.data).toEqual({ ...before, ...change, updatedAt: edited.body.data.updatedAt })
    expect(edited.body.data.updatedAt > before.updatedAt).toBe(true)
    await call('DELETE', `/${before.id}`)
  })

  test('an empty body names every required field', async () => {
    const refused = await call('POST', '', {})
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.data).sort()).toEqual([...required].sort())
    expect(refused.body.message).toBe(resource.incomplete ?? refused.body.data[required[0] ?? ''])
    const spaces = await call('PUT', '/save', Object.fromEntries(required.map((field) => [field, ''])))
    expect(Object.keys(spaces.body.data).sort()).toEqual([...required].sort())
  })

  test('an edit cannot empty a required field', async () => {
    const { id } = await add(4)
    for (const field of required)
      expect((await call('PUT', `/${id}`, { [field]: null })).body.data).toHaveProperty(field)
    await call('DELETE', `/${id}`)
  })

  test('a stale version is refused with who changed the record and the current record', async () => {
    const first = await add(5)
    await call('PUT', `/${first.id}`, { ...change, updatedAt: first.updatedAt })
    const stale = await call('PUT', `/${first.id}`, { ...body(5), updatedAt: first.updatedAt })
    expect(stale).toMatchObject(staleReply({ id: first.id, ...change }))
    await call('DELETE', `/${first.id}`)
  })

  test('a list sorts by every column both ways, and a page past the end returns the last page', async () => {
    const ids: number[] = []
    for (let n = 10; n < 17; n++) ids.push((await add(n)).id)
    if (resource.operations.includes('list')) {
      const all = (await call('GET', '/get_all?per_page=1000')).body.data
      const last = (await call('GET', '?page=999&per_page=5')).body.data
      expect(last.currentPageNumber).toBe(Math.ceil(all.totalCount / 5))
      expect(last.items.at(-1)).toEqual(all.items.at(-1))
      expect((await call('GET', '')).body.data).toMatchObject({ numItemsPerPage: 10, currentPageNumber: 1 })
    }
    for (const key of resource.sortable) {
      const up = rowsOf(await call('GET', `?per_page=1000&order[${key}]=asc`)).map(({ id }) => id)
      const down = rowsOf(await call('GET', `?per_page=1000&order[${key}]=desc`)).map(({ id }) => id)
      expect(down, key).toEqual(up.toReversed())
      expect(new Set(up).size).toBeGreaterThanOrEqual(7)
    }
    for (const bad of ['order[nonsense]=asc', 'order[id]=up', 'page=0', 'per_page=1001', 'order[id]=asc;drop']) {
      expect((await call('GET', `?${bad}`)).status, bad).toBe(400)
    }
    for (const id of ids) await call('DELETE', `/${id}`)
  })

  test('every change is in the audit trail with who made it', async () => {
    const { id } = await add(8)
    await call('PUT', `/${id}`, change)
    await call('DELETE', `/${id}`)
    const rows = await server.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entityId', '=', id)
      .where('action', 'like', `${name.toLowerCase()}.%`)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action.split('.')[1])).toEqual(['create', 'update', 'remove'])
    expect(rows.every(({ userId }) => userId === server.staff.id)).toBe(true)
    expect(rows[1]?.after).toMatchObject(change)
  })

  test('staff only: no token 401, a client 403', async () => {
    const token = await server.signIn()
    expect((await call('GET', '', undefined, null)).status).toBe(401)
    expect((await call('POST', '', body(9), token)).status).toBe(403)
  })

  test('invalid ids and methods are refused', async () => {
    for (const bad of ['0', '-1', '1e3', '2147483648', 'x'])
      expect((await call('GET', `/${bad}`)).status, bad).toBe(400)
    expect((await call('GET', '/2147483647')).status).toBe(404)
    expect((await call('PATCH', '/1', {})).status).toBe(405)
  })

  test('its list is exported with the search and order of the query', async () => {
    const [first, second] = [await add(10), await add(11)]
    const search = resource.searchable?.map((column) => first[column]).find((text) => typeof text === 'string') ?? ''
    const query = new URLSearchParams({ search, 'order[id]': 'desc' })
    const all = rowsOf(await call('GET', `?per_page=1000&${query}`))
    const columns = Object.entries<string | undefined>(resource.columns ?? {})
    const file = await fetchFile(server, at(`/export?${query}`))
    const { headings, rows } = tableOf(await readSheet(Buffer.from(await file.arrayBuffer())))
    for (const [, heading] of columns) expect(headings).toContain(heading)
    expect(rows.map(({ cells }) => Number(cells[0]))).toEqual(all.map(({ id }) => id))
    expect(rows).not.toEqual([])
    for (const bad of ['format=pdf', 'order[nonsense]=asc', 'per_page=1'])
      expect((await fetchFile(server, at(`/export?${bad}`))).status, bad).toBe(400)
    for (const { id } of [first, second]) await call('DELETE', `/${id}`)
  })

  if (!duplicate) return
  test('a duplicate key is refused at its field, ignoring case', async () => {
    const first = await add(6)
    const second = await add(7)
    const message = { [resource.conflict?.field ?? '']: resource.conflict?.message }
    const refused = { status: 409, body: { code: 409, message: 'Entity error.', data: message } }
    expect(await call('POST', '', duplicate(6))).toMatchObject(refused)
    expect(await call('PUT', `/${second.id}`, duplicate(6))).toMatchObject(refused)
    for (const { id } of [first, second]) await call('DELETE', `/${id}`)
  })
})

test('constants can only be edited: other calls are 405', async () => {
  const { id } = (await server.call('GET', 'value/constant')).body.data.items[0]
  for (const [method, path] of [
    ['POST', 'value/constant'],
    ['POST', 'value/constant/add'],
    ['DELETE', `value/constant/${id}`],
    ['DELETE', `value/constant/delete/${id}`],
  ] as const) {
    expect((await server.call(method, path, { body: { name: 'X', value: 1 } })).status, `${method} ${path}`).toBe(405)
  }
  expect(constants.operations).toEqual(['list', 'get', 'update'])
})
