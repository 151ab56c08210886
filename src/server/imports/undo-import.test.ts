import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { trailOf } from '#server/test/trail.ts'
import { csvOf, startImports } from './imports.fixture.ts'
import { sweepImports } from './sweep-imports.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, server, departed, orderCells, checked, apply, itemsOf } = imports

const importOf = async (count: number) => {
  const report = await checked(
    'orders',
    csvOf(Array.from({ length: count }, () => orderCells({ 'Port of loading': '' }))),
  )
  const run = await apply(report.id)
  return { id: report.id, run, orders: (await itemsOf(run.id)).map(({ orderId }) => orderId ?? 0) }
}

test('an undo removes the orders that nobody has touched since, with all that came with them; the others stay and say why', async () => {
  const { id, run, orders } = await importOf(6)
  const [gone, edited, moved, noted, confirmed, mailed] = orders
  expect(Date.parse(run.heldUntil ?? '') - Date.parse(run.finishedAt ?? '')).toBeGreaterThan(86_000_000)
  expect((await call('PUT', `request/booking/edit/${edited}`, { body: { companyName: 'Other' } })).status).toBe(200)
  const set = {
    bookingRequestId: moved,
    eventId: departed.id,
    date: '2026-03-05T10:00:00Z',
    comment: '',
    emailTemplateId: null,
    documents: [],
  }
  expect((await call('POST', 'request/event/data/add', { body: set })).status).toBe(200)
  expect((await call('POST', `request/booking/${noted}/notes`, { body: { body: 'Call back' } })).status).toBe(200)
  const dates = { cargoReadyAt: '2026-03-01T00:00:00Z', updatedAt: null }
  expect((await call('PUT', `request/booking/${confirmed}/confirmation/edit`, { body: dates })).status).toBe(200)
  await db
    .insertInto('mails')
    .values({ kind: 'order-changed', orderId: mailed ?? 0, subject: 'x', html: '', text: '', templateTitle: 'x' })
    .execute()
  const before = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()

  const undone = await call('POST', `import/${id}/undo`)
  expect(undone.body.data).toMatchObject({ id: run.id, state: 'undone', done: 5, finishedAt: expect.any(String) })
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['undone', null],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
    ['done', expect.stringMatching(/^(changed by Mara Staff at |it has notes)/)],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
    ['done', 'it has mails'],
  ])
  const after = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(before.n - after.n).toBe(1)
  for (const table of ['orderEvents', 'orderTerms', 'orderRequirements', 'attention'] as const)
    expect(
      await db
        .selectFrom(table)
        .select('orderId')
        .where('orderId', '=', gone ?? 0)
        .execute(),
      table,
    ).toEqual([])
  expect((await trailOf(db, 'orders', gone ?? 0)).map(({ action }) => action)).toEqual([
    'order.import',
    'order.undo-import',
  ])
  expect((await trailOf(db, 'runs', run.id)).map(({ action }) => action)).toEqual(['run.start', 'run.undo'])
  expect((await call('POST', `import/${id}/undo`)).body.message).toBe('This run was undone.')
})

test('a file can be imported again once it was undone', async () => {
  const file = csvOf([orderCells({ 'Tracking Code': 'QQQQ11112222' })])
  const first = await checked('orders', file)
  await apply(first.id)
  expect((await checked('orders', file)).valid).toBe(0)
  await call('POST', `import/${first.id}/undo`)
  expect((await checked('orders', file)).valid).toBe(1)
})

test('an undo is the starter’s or an administrator’s, of an import that ran, and within a day', async () => {
  const { id, run } = await importOf(1)
  const other = await server.signIn({ role: [Role.MANAGER] })
  expect((await call('POST', `import/${id}/undo`, { token: other })).status).toBe(403)
  const unapplied = await checked('orders', csvOf([orderCells()]))
  expect(await call('POST', `import/${unapplied.id}/undo`)).toMatchObject({
    status: 409,
    body: { message: 'This file was not imported.' },
  })
  await sql`update runs set held_until = now() - interval '1 second' where id = ${run.id}`.execute(db)
  expect(await call('POST', `import/${id}/undo`)).toMatchObject({
    status: 409,
    body: { message: 'This run can no longer be undone.' },
  })
})

test('files are swept three days after their check, or after their import can no longer be undone', async () => {
  const { id, run } = await importOf(1)
  const { id: unapplied } = await checked('orders', csvOf([orderCells()]))
  const left = async () =>
    (await db.selectFrom('imports').select('id').where('id', 'in', [id, unapplied]).execute()).map((each) => each.id)
  await sweepImports(db)
  expect(await left()).toHaveLength(2)
  await sql`update imports set created_at = now() - interval '3 days 1 minute'`.execute(db)
  await sweepImports(db)
  expect(await left()).toEqual([id])
  await sql`update runs set finished_at = now() - interval '3 days 1 minute' where id = ${run.id}`.execute(db)
  await sweepImports(db)
  expect(await left()).toEqual([])
  expect(
    await db.selectFrom('importRows').select('position').where('importId', 'in', [id, unapplied]).execute(),
  ).toEqual([])
  expect((await itemsOf(run.id))[0]).toMatchObject({ state: 'done' })
})
