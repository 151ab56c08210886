// `npm run db-types`: migrates a fresh database and writes its tables as types.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { databaseTypes, TYPES_FILE } from './db-types.ts'

const folder = await mkdtemp(join(tmpdir(), 'quayside-types-'))
const database = await startEmbedded(folder)
try {
  await migrate(database.url)
  await writeFile(TYPES_FILE, await databaseTypes(database.url))
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
