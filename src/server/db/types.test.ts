import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'
import { databaseTypes, TYPES_FILE } from '#server/test/db-types.ts'

test('the checked-in types match the migrations; `npm run db-types` brings them up to date', async () => {
  const database = await createTestDatabase()
  try {
    expect(await readFile(TYPES_FILE, 'utf8')).toBe(await databaseTypes(database.url))
  } finally {
    await database.drop()
  }
})
