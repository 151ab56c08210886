import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSmallDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { createEmptyDatabase, type TestDatabase, withAdmin } from '#server/test/database.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { backUp } from './back-up.ts'
import { copyFiles } from './copy-files.ts'
import { restore } from './restore.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Counted {
  name: string
  rows: number
}

const silent = () => {}
let folder: string
let source: DemoDatabase
const files = () => diskStore(source.folder)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-backup-'))
  source = await createSmallDemo()
  await withAdmin(source.url, async (client) => {
    await client.query(
      "update mail_deliveries set state = 'queued' where id in (select id from mail_deliveries order by id desc limit 3)",
    )
    // Every file is forced to disk each time it is written: 100 are enough.
    await client.query('delete from mail_documents')
    await client.query('delete from documents where id > 100')
  })
  await backUp(source.url, files(), join(folder, 'backup'), silent)
})
afterAll(async () => {
  for (const each of made) await each.drop()
  await source.drop()
  await rm(folder, { recursive: true, force: true })
})

const made: TestDatabase[] = []
/** Creates a database without any tables; returns its address. */
async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase()
  made.push(database)
  return database.url
}
const inside = async (url: string, statement: string) => {
  let rows: { n: number }[] = []
  await withAdmin(url, async (client) => {
    rows = (await client.query(statement)).rows
  })
  return rows[0]?.n
}

/** Marks of transactions mean nothing in another database, so a restored database has new ones. */
const OF_ONE_DATABASE = "('migrations', 'sync_marks', 'sync_source')"

/** Every row, as text, of every table that outlives a crash, by table. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname not in ${OF_ONE_DATABASE}`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of rows) {
    const hashes = await client.query(
      `select count(*)::int as n, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from "${name}" t`,
    )
    content[name] = hashes.rows[0]
  }
  await client.end()
  return content
}

test('a restore brings back every row and file unchanged, and ids continue where they were', async () => {
  const target = await emptyDatabase()
  const elsewhere = diskStore(join(folder, 'restored'))
  const { files: kept } = await restore(target, elsewhere, join(folder, 'backup'), silent)
  const waiting = "select count(*)::int as n from mail_deliveries where state = 'queued'"
  expect(await inside(target, waiting)).toBeGreaterThanOrEqual(3)
  expect(await contentOf(target)).toEqual(await contentOf(source.url))
  // A program that keeps a copy begins again, and is told of everything.
  const marks = 'select count(*)::int as n from sync_marks'
  expect(await inside(target, marks)).toBe(await inside(source.url, marks))
  expect(await inside(target, `${marks} where xid >= pg_snapshot_xmax(pg_current_snapshot())`)).toBe(0)
  const epoch = "select ('x' || substr(md5(epoch::text), 1, 7))::bit(28)::int as n from sync_source"
  expect(await inside(target, epoch)).not.toBe(await inside(source.url, epoch))
  // Recent changes are not restored for anybody.
  expect(await inside(source.url, 'select count(*)::int as n from changes')).toBeGreaterThan(0)
  expect(await inside(target, 'select count(*)::int as n from changes')).toBe(0)
  expect(kept.length).toBeGreaterThan(100)
  for (const { key } of kept.slice(0, 20))
    expect((await buffer(elsewhere.read(key))).equals(await buffer(files().read(key)))).toBe(true)

  const pool = createPool(target, 2)
  const db = createDb(pool)
  const { rows } = await sql<{ last: number }>`select max(id) as last from ports`.execute(db)
  const added = await db
    .insertInto('ports')
    .values({ code: 'NEWPT', name: 'New' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(added.id).toBeGreaterThan(rows[0]?.last ?? 0)
  // Foreign keys and the triggers for totals work again.
  await expect(sql`delete from users where id = 1`.execute(db)).rejects.toThrow('foreign key')
  const total = async () =>
    (await sql<{ n: number }>`select sum(n)::int as n from totals where name = 'orders'`.execute(db)).rows[0]?.n ?? 0
  const before = await total()
  await sql`update orders set deleted_at = now() where id = 1`.execute(db)
  expect(await total()).toBe(before - 1)
  await pool.end()
})

/** The way to a database on which the answer 'COPY n' comes in a packet of its own, after the rows, as on a busy machine. */
async function withLateCounts(url: string, work: (slow: string) => Promise<unknown>): Promise<void> {
  const way = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).on('end', () => near.end())
    far.on('data', async (chunk: Buffer) => {
      far.pause()
      // A byte for the kind of message and four for its length stand before its text.
      const end = chunk.lastIndexOf('COPY ') - 5
      if (end >= 0) {
        near.write(chunk.subarray(0, end))
        await wait(5)
      }
      near.write(chunk.subarray(Math.max(end, 0)))
      far.resume()
    })
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const slow = new URL(url)
  slow.port = String((way.address() as AddressInfo).port)
  await work(slow.href)
  way.close()
}

test('rows are counted however late their number comes, and a backup that noted a wrong one is restored', async () => {
  const late = join(folder, 'late')
  await withLateCounts(source.url, (slow) => backUp(slow, files(), late, silent))
  const path = join(late, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const counts = Object.fromEntries(manifest.tables.map(({ name, rows }: Counted) => [name, rows]))
  expect(counts.orders).toBe(await inside(source.url, 'select count(*)::int as n from orders'))
  expect(counts.ports).toBe(await inside(source.url, 'select count(*)::int as n from ports'))
  // As versions before 0.14 could write it.
  for (const table of manifest.tables) table.rows = 0
  await writeFile(path, JSON.stringify(manifest))
  const target = await emptyDatabase()
  await restore(target, diskStore(join(folder, 'restored-late')), late, silent)
  expect(await contentOf(target)).toEqual(await contentOf(source.url))
})

test('nobody else may read a backup: folders are 0700, files 0600', async () => {
  const modes = new Set<string>()
  const top = join(folder, 'backup')
  for (const path of ['', ...(await readdir(top, { recursive: true }))]) {
    const found = await stat(join(top, path))
    modes.add(`${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`)
  }
  expect(modes).toEqual(new Set(['folder 700', 'file 600']))
})

const WRITERS = 4

test('a backup taken while orders are written is consistent: no event without its order', async () => {
  const target = await emptyDatabase()
  const pool = createPool(source.url, WRITERS)
  const db = createDb(pool)
  const { id: userId } = await createUser(db)
  const event = await createEvent(db)
  let [writing, written] = [true, 0]
  // Several at once: between two of its own statements a single writer may miss the whole backup.
  const write = async () => {
    while (writing) {
      await db.transaction().execute(async (tx) => {
        const { id: orderId } = await createOrder(tx, { userId })
        const entry = { orderId, eventId: event.id, eventName: 'written', date: new Date().toISOString() }
        await tx.insertInto('orderEvents').values(entry).execute()
      })
      written++
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  await expect.poll(() => written).toBeGreaterThan(WRITERS)
  const before = written
  await backUp(source.url, files(), join(folder, 'while-writing'), (progress) => {
    // All tables are read by now: orders of this time would only make the restore longer.
    if (progress.includes(' files')) writing = false
  })
  await Promise.all(writers)
  await pool.end()
  expect(written).toBeGreaterThan(before)
  await restore(target, diskStore(join(folder, 'second')), join(folder, 'while-writing'), silent)
  const orders = await inside(target, "select count(*)::int as n from orders where hash_sum like 'TEST%'")
  const events = await inside(target, "select count(*)::int as n from order_events where event_name = 'written'")
  expect(events).toBe(orders)
  expect(await inside(target, "select sum(n)::int as n from totals where name = 'orders'")).toBe(
    await inside(target, 'select count(*)::int as n from orders where deleted_at is null'),
  )
})

test('a restore never overwrites data, and a backup never overwrites a folder', async () => {
  const target = await emptyDatabase()
  await expect(restore(source.url, files(), join(folder, 'backup'), silent)).rejects.toThrow('is not empty')
  await expect(backUp(source.url, files(), join(folder, 'backup'), silent)).rejects.toThrow('already exists')
  await expect(restore(target, files(), folder, silent)).rejects.toThrow('is not a backup')
})

test('a damaged or missing file stops the restore with its name and leaves no rows behind', async () => {
  const target = await emptyDatabase()
  const backup = join(folder, 'backup')
  const damages: [file: string, says: string, damage: (whole: Buffer) => Buffer | null][] = [
    [
      'tables/ports.copy.gz',
      'is damaged',
      (whole) => gzipSync(gunzipSync(whole).toString().replace('Vancouver', 'Elsewhere')),
    ],
    ['tables/ports.copy.gz', 'is damaged', (whole) => whole.subarray(0, whole.length / 2)],
    ['tables/ports.copy.gz', 'is damaged', () => Buffer.from('no archive')],
    ['tables/ports.copy.gz', 'is damaged', () => gzipSync('one\ttwo\tthree\n')],
    ['tables/ports.copy.gz', 'is missing', () => null],
    ['manifest.json', 'is damaged', (whole) => whole.subarray(0, 100)],
  ]
  // Each damage needs a restore of its own: only the long tests try all of them.
  const tried = process.env.LONG_TESTS === '1' ? damages : damages.filter((_, index) => [0, 4, 5].includes(index))
  for (const [file, says, damage] of tried) {
    const path = join(backup, file)
    const whole = await readFile(path)
    const damaged = damage(whole)
    await (damaged ? writeFile(path, damaged) : rm(path))
    const restored = restore(target, diskStore(join(folder, 'third')), backup, silent)
    await expect(restored).rejects.toThrow(`${path} ${says}`)
    await writeFile(path, whole)
  }
  expect(await inside(target, 'select count(*)::int as n from orders')).toBe(0)
})

test('a damaged upload stops the restore with its name', async () => {
  const target = await emptyDatabase()
  const { files: kept } = JSON.parse(await readFile(join(folder, 'backup', 'manifest.json'), 'utf8'))
  const path = join(folder, 'backup', 'files', kept[0].key)
  const whole = await readFile(path)
  await writeFile(path, 'something else')
  const restored = restore(target, diskStore(join(folder, 'fourth')), join(folder, 'backup'), silent)
  await expect(restored).rejects.toThrow(`The file ${kept[0].key} is damaged`)
  await writeFile(path, whole)
})

test('a backup of a newer version is refused with the name of the unknown migration', async () => {
  const target = await emptyDatabase()
  const newer = join(folder, 'newer')
  await mkdir(newer)
  const manifest = JSON.parse(await readFile(join(folder, 'backup', 'manifest.json'), 'utf8'))
  manifest.migrations.push('9999-tomorrow.sql')
  await writeFile(join(newer, 'manifest.json'), JSON.stringify(manifest))
  await expect(restore(target, files(), newer, silent)).rejects.toThrow('9999-tomorrow.sql')
})

test('a backup of an older version is migrated to this one', async () => {
  const [old, target] = [await emptyDatabase(), await emptyDatabase()]
  const names = (await readdir('migrations')).sort()
  await migrate(old, { only: names.filter((name) => name < '0010') })
  await withAdmin(old, (client) => client.query("insert into ports (code, name) values ('OLDPT', 'Old')"))
  await backUp(old, files(), join(folder, 'old'), silent)
  await restore(target, files(), join(folder, 'old'), silent)
  expect(await inside(target, "select count(*)::int as n from ports where code = 'OLDPT'")).toBe(1)
  expect(await inside(target, 'select count(*)::int as n from migrations')).toBe(names.length)
})

test('a missing or damaged file stops a backup with its name, before its manifest is written', async () => {
  const broken = diskStore(join(folder, 'no-files'))
  const backedUp = () => backUp(source.url, broken, join(folder, 'broken'), silent)
  const refused = await backedUp().catch((error) => error)
  expect(refused.message).toMatch(/^The file documents\/\S+ is missing$/)
  const key = refused.message.split(' ')[2]
  await broken.write(key, Buffer.from('something else'))
  await expect(backedUp()).rejects.toThrow(`The file ${key} is damaged`)
  await expect(readFile(join(folder, 'broken', 'manifest.json'))).rejects.toThrow('ENOENT')
})

test('files are copied between stores and verified; the next run copies only new or damaged ones', async () => {
  const other = diskStore(join(folder, 'other'))
  const first = await copyFiles(source.url, files(), other, silent)
  expect(first.copied).toBe(first.files)
  expect((await copyFiles(source.url, files(), other, silent)).copied).toBe(0)
  const pool = createPool(source.url, 1)
  const { rows } = await pool.query('select storage_key as key from documents order by id limit 1')
  await pool.end()
  await other.write(rows[0].key, Buffer.from('something else'))
  expect((await copyFiles(source.url, files(), other, silent)).copied).toBe(1)
})
