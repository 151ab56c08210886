import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { diskStore, type FileStore } from '#server/files/files.ts'
import { imageKey } from '#server/files/images.ts'
import { noteLooseFiles } from '#server/files/loose-files.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/records.ts'
import { sweepFiles } from './sweep-files.ts'

const HOUR = 60 * 60_000
const WEEK = 7 * 24 * HOUR

/** A store, and a way to backdate its files. */
interface Place {
  files: FileStore
  age(key: string, ms: number): Promise<void>
  empty(): Promise<void>
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof createPool>
let db: Db
let folder: string
let s3: S3rver
let userId: number
const places: Record<string, Place> = {}

function onDisk(): Place {
  const root = join(folder, 'disk')
  return {
    files: diskStore(root),
    async age(key, ms) {
      const then = (Date.now() - ms) / 1000
      await utimes(join(root, key), then, then)
    },
    empty: () => rm(root, { recursive: true, force: true }),
  }
}

/** The S3 stand-in stores objects as files and reports their modification times. */
async function inBucket(): Promise<Place> {
  const directory = join(folder, 's3')
  const configureBuckets = [{ name: 'papers', configs: [] }]
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = (await s3.run()) as unknown as AddressInfo // its types are wrong
  const settings = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const files = s3Store({ ...settings, url: `http://127.0.0.1:${port}/papers` })
  return {
    files,
    async age(key, ms) {
      const then = (Date.now() - ms) / 1000
      await utimes(join(directory, 'papers', `${key}._S3rver_object`), then, then)
    },
    async empty() {
      for (const name of ['documents', 'images'])
        for await (const page of files.list(name)) for (const { key } of page) await files.remove(key)
    },
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url)
  db = createDb(pool)
  folder = await mkdtemp(join(tmpdir(), 'quayside-orphans-'))
  userId = (await createUser(db)).id
  places.disk = onDisk()
  places.S3 = await inBucket()
})
afterAll(async () => {
  await s3.close()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function keyIn(kind: 'documents' | 'images') {
  const id = randomUUID()
  return `${kind}/${id.slice(0, 2)}/${id}`
}
const row = (storageKey: string) => ({ name: 'x', size: 1, sha256: Buffer.alloc(32), storageKey, uploadedBy: userId })

describe.each(['disk', 'S3'])('%s', (name) => {
  let place: Place
  beforeEach(async () => {
    const found = places[name]
    if (!found) throw new Error(`no store ${name}`)
    place = found
    await db.deleteFrom('documents').execute()
    await db.deleteFrom('images').execute()
    await db.deleteFrom('looseFiles').execute()
    await place.empty()
  })

  async function store(key: string, ms = WEEK + HOUR) {
    await place.files.write(key, Buffer.from('x'))
    await place.age(key, ms)
    return key
  }
  async function documents(count: number) {
    const keys = await Promise.all(Array.from({ length: count }, () => store(keyIn('documents'))))
    const rows = keys.map((key) => ({ ...row(key), contentType: 'application/pdf', categoryId: 1 }))
    await db.insertInto('documents').values(rows).execute()
    return keys
  }
  const noteAged = (keys: string[], ms: number) =>
    db
      .updateTable('looseFiles')
      .set({ since: new Date(Date.now() - ms).toISOString() })
      .where('storageKey', 'in', keys)
      .execute()
  const noted = async () =>
    (await db.selectFrom('looseFiles').select('storageKey').execute()).map((each) => each.storageKey)
  async function left() {
    const pages: string[] = []
    for (const kind of ['documents', 'images'])
      for await (const page of place.files.list(kind)) pages.push(...page.map(({ key }) => key))
    return pages.sort()
  }

  test('a file without a row is deleted after 7 days, a file with a row never', async () => {
    const named = await documents(2)
    const fresh = await store(keyIn('documents'), WEEK - HOUR)
    await store(keyIn('documents'))
    await store(`${keyIn('documents')}.part`)
    expect(await sweepFiles(db, place.files)).toBe(2)
    expect(await left()).toEqual([...named, fresh].sort())
    expect(await sweepFiles(db, place.files)).toBe(0)
  })

  test('all widths of an image are kept as long as its row exists', async () => {
    const [kept, orphan] = [keyIn('images'), keyIn('images')]
    const filesOf = (key: string) => [key, imageKey(key, 320), imageKey(key, 1415)]
    for (const key of [...filesOf(kept), ...filesOf(orphan)]) await store(key)
    const size = { width: 1, height: 1, contentType: 'image/png' }
    await db
      .insertInto('images')
      .values({ ...row(kept), ...size })
      .execute()
    expect(await sweepFiles(db, place.files)).toBe(3)
    expect(await left()).toEqual(filesOf(kept).sort())
  })

  test('files that this server did not name are left alone', async () => {
    await documents(1)
    const foreign = await store('documents/notes/readme.txt')
    expect(await sweepFiles(db, place.files)).toBe(0)
    expect(await left()).toContain(foreign)
  })

  test('a young installation sweeps what it noted before writing, although it has more such files than rows', async () => {
    const [left1, left2, fresh] = [keyIn('documents'), keyIn('images'), keyIn('documents')]
    await noteLooseFiles(db, [left1, left2, fresh])
    for (const key of [left1, left2, imageKey(left2, 320)]) await store(key)
    await store(fresh, WEEK - HOUR)
    await noteAged([left1, left2], WEEK + HOUR)
    await noteAged([fresh], WEEK - HOUR)
    const unknown = await store(keyIn('documents'))
    // Files noted less than a week ago stay, and so do files of which this database knows nothing.
    await expect(sweepFiles(db, place.files)).rejects.toThrow('1 old files without a row, 0 with one')
    expect(await left()).toEqual([fresh, unknown].sort())
    expect(await noted()).toEqual([fresh])
  })

  test('a file is noted until its row is there, and again when the row is deleted', async () => {
    const [kept, dropped] = [await store(keyIn('documents')), await store(keyIn('documents'))]
    await noteLooseFiles(db, [kept, dropped])
    const rows = [kept, dropped].map((key) => ({ ...row(key), contentType: 'application/pdf', categoryId: 1 }))
    await db.insertInto('documents').values(rows).execute()
    expect(await noted()).toEqual([])
    await db.deleteFrom('documents').where('storageKey', '=', dropped).execute()
    expect(await noted()).toEqual([dropped])
    await noteAged([dropped], WEEK + HOUR)
    expect(await sweepFiles(db, place.files)).toBe(1)
    expect(await left()).toEqual([kept])
    expect(await noted()).toEqual([])
  })

  test('nothing is deleted if most files have no row: the database is the wrong one', async () => {
    await documents(2)
    for (let n = 0; n < 3; n++) await store(keyIn('documents'))
    await expect(sweepFiles(db, place.files)).rejects.toThrow('3 old files without a row, 2 with one')
    expect(await left()).toHaveLength(5)
  })

  // Disk only: the S3 stand-in needs ten seconds for a thousand objects, and the test of the stores covers
  // its paging.
  if (name === 'S3') return
  test('orphans among more files than one page holds are found', async () => {
    const named = await documents(1_100)
    const orphans = await Promise.all(Array.from({ length: 30 }, () => store(keyIn('documents'))))
    expect(await sweepFiles(db, place.files)).toBe(orphans.length)
    expect(await left()).toEqual(named.sort())
  })
})
