import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { createEmptyDatabase, type TestDatabase } from '#server/test/database.ts'
import { clockProblem, databaseClock } from './time-zone.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createEmptyDatabase()
  db = createDb(createPool(database.url, 1))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test.each(['UTC', 'Asia/Shanghai', 'Asia/Kathmandu', 'Europe/Berlin'])(
  'the clock of %s is the same in Node and in the database, all year',
  async (zone) => {
    const clock = await databaseClock(db, zone)
    expect(clock).toHaveLength(12)
    expect(clockProblem(zone, clock)).toBeNull()
  },
)

test('where the two differ, the first such time is named as each of them reads it', () => {
  const clock = [
    { at: '2027-01-01T02:00Z', shown: 'Jan 1 2027 10:00' },
    { at: '2027-02-01T02:00Z', shown: 'Feb 1 2027 11:00' },
  ]
  expect(clockProblem('Asia/Shanghai', clock)).toContain(
    "TIME_ZONE=Asia/Shanghai: at 2027-02-01T02:00Z Node's clock shows Feb 1 2027 10:00, the database's Feb 1 2027 11:00.",
  )
})

test('a time zone that the database does not know is a problem, not an error', async () => {
  const clock = await databaseClock(db, 'Atlantis/Capital')
  expect(clock).toBeNull()
  expect(clockProblem('Atlantis/Capital', clock)).toContain('TIME_ZONE=Atlantis/Capital: the database does not know')
})
