import { beforeEach, expect, test } from 'vitest'
import { createLane, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { applyDueSets } from './apply-due-sets.ts'

const server = testServer()
let freightId: number

beforeEach(async () => {
  const { depot } = await createLane(server.db)
  freightId = (
    await server.db.selectFrom('freight').select('id').where('tier', '=', depot.tier).executeTakeFirstOrThrow()
  ).id
})

const call = (method: string, path: string, body?: object) => server.call(method, path, { body })

/** A set of December whose time has come and that no longer fits. */
async function refusedSet(name: string): Promise<number> {
  const { body } = await call('POST', 'rate-set', { name, validFrom: new Date(Date.now() + 86_400_000).toISOString() })
  const { id } = body.data
  await call('PUT', `rate-set/${id}/changes`, {
    changes: [{ entity: 'freight', recordId: freightId, field: 'cbm', new: 70 }],
  })
  expect((await call('POST', `rate-set/${id}/schedule`, {})).status).toBe(200)
  await call('PUT', `value/freight/${freightId}`, { cbm: 69 })
  await server.db.updateTable('rateSets').set({ validFrom: new Date().toISOString() }).where('id', '=', id).execute()
  await applyDueSets(server.db)
  return id
}

const bell = async () => (await call('GET', 'notifications?unread=1')).body.data

test('whoever made a set that was refused at its time finds it under the bell, until it is read', async () => {
  const id = await refusedSet('December')
  const { items, counts } = await bell()
  expect(items).toEqual([
    {
      id: expect.any(Number),
      kind: 'rate-set-refused',
      actor: null,
      orderId: null,
      trackingCode: '',
      companyName: '',
      noteId: null,
      rateSet: { id, name: 'December' },
      text: 'December',
      dueAt: null,
      createdAt: expect.any(String),
      readAt: null,
    },
  ])
  expect(counts).toEqual({ unread: 1, mention: 0, assigned: 0, note: 0, done: 0 })
  await call('POST', 'notifications/read', { ids: [items[0].id] })
  expect((await bell()).counts.unread).toBe(0)
  await call('DELETE', `rate-set/${id}`)
  expect((await call('GET', 'notifications')).body.data.items).toEqual([])
})

test('an account that cannot log in is not told', async () => {
  const other = await createUser(server.db, { role: ['ROLE_MANAGER'], disabledAt: new Date() })
  const id = await refusedSet('January')
  await server.db.updateTable('rateSets').set({ madeBy: other.id, state: 'scheduled' }).where('id', '=', id).execute()
  await server.db.deleteFrom('notifications').execute()
  await applyDueSets(server.db)
  expect(await server.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

test('two servers that look at once apply a due set once', async () => {
  const { body } = await call('POST', 'rate-set', { name: 'Once' })
  const { id } = body.data
  await call('PUT', `rate-set/${id}/changes`, {
    changes: [{ entity: 'freight', recordId: freightId, field: 'cbm', new: 70 }],
  })
  await server.db
    .updateTable('rateSets')
    .set({ state: 'scheduled', validFrom: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await Promise.all(Array.from({ length: 5 }, () => applyDueSets(server.db)))
  expect((await call('GET', `rate-set/${id}`)).body.data).toMatchObject({ state: 'current', refused: null })
  const history = await call('GET', `rate-history?entity=freight&recordId=${freightId}`)
  expect(history.body.data.items.map(({ set }: { set: { id: number } | null }) => set?.id ?? null)).toEqual([id, null])
})
