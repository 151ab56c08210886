import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { Pools } from '#server/db/pools.ts'
import { busy, invalid } from '#server/errors.ts'
import { sessionOf } from '#server/http/auth.ts'
import type { SheetTable } from '#server/sheets/sheet-table.ts'
import { type SheetFormat, sheetHeaders, sheetPieces } from '#server/sheets/write-sheet.ts'
import { newWorker } from '#server/threads/new-worker.ts'
import { readPieces } from '#server/threads/pieces.ts'
import { ROWS_HEADER } from './format.ts'

/** Most rows of one file: the capacity of a sheet in a workbook, in round numbers. */
const MOST_EXPORTED = 1_000_000
/** Rows up to which an export is short. Tables in memory are written in parts of this size. */
const SHORT = 1_000
/**
 * Exports that are written at the same time, each with a thread and a connection to the database. Long ones
 * leave room for short ones.
 */
const AT_ONCE = { long: 2, short: 4 }
/**
 * Places that one person may hold: a slow reader, or somebody who starts many exports, leaves some to others.
 */
const OF_ONE = { long: 1, short: 2 }
const MEMORY_MB = 256

/** The task that a thread is started with. */
export interface ExportTask<Input> {
  /** The database to read from. */
  source: { url: string; pooler: boolean }
  format: SheetFormat
  input: Input
}

/**
 * A thread that writes exports: its file without the extension, and the `import.meta.url` of a module beside
 * it.
 */
export interface ExportThread {
  file: string
  beside: string
}

interface Exported<Input> extends ExportThread {
  /** The name of the download. */
  name: string
  format: SheetFormat
  /** Input of the thread; copied. */
  input: Input
  /** Counts the rows, up to one more than `most`. */
  count: (db: Db, most: number) => Promise<number>
  most?: number
}

/** The connections that exports are read through. */
export type ExportPools = Pick<Pools, 'pool' | 'queuePool' | 'readPool'>

/** The address a pool connects to. */
const urlOf = ({ options }: pg.Pool) => options.connectionString ?? ''

/** The people whose exports are being written. */
const running = new WeakMap<pg.Pool, { long: number[]; short: number[] }>()

/**
 * Takes a place among the running exports; returns the function that frees it. Throws 503 while all are
 * taken, or all of this person.
 */
function takePlace(pool: pg.Pool, rows: number, userId: number): () => void {
  const all = running.get(pool) ?? { long: [], short: [] }
  running.set(pool, all)
  const size = rows > SHORT ? 'long' : 'short'
  const now = all[size]
  if (now.filter((each) => each === userId).length >= OF_ONE[size])
    throw busy('Your last export is still running. Please try again when it has ended.')
  if (now.length >= AT_ONCE[size])
    throw busy(`${size === 'long' ? 'Two' : 'Four'} exports are running. Please try again in a moment.`)
  now.push(userId)
  return () => {
    now.splice(now.indexOf(userId), 1)
  }
}

/**
 * Answers a file that a thread with a connection of its own reads and writes while it is sent. A cancelled
 * download cancels the work; when the work fails, the connection ends without the end of the file, so that no
 * browser takes it for whole. Throws 400 at `format` for more than `most` rows (a million), 503 while others
 * run.
 */
export async function sendExport<Input>(
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, queuePool, readPool }: ExportPools,
  { file, beside, name, format, input, count, most = MOST_EXPORTED }: Exported<Input>,
): Promise<FastifyReply> {
  const { rows, onReplica } = await request.read(async (db) => {
    const where = sql<{ onReplica: boolean }>`select pg_is_in_recovery() as on_replica`
    const [counted, place] = await Promise.all([count(db, most), where.execute(db)])
    return { rows: counted, onReplica: place.rows[0]?.onReplica ?? false }
  })
  if (rows > most) throw invalid({ format: `More than ${most} rows. Please narrow the list.` })
  // The download was cancelled while its rows were counted: no thread starts for it.
  if (reply.raw.destroyed) return reply.hijack()
  const pooler = pool !== queuePool
  const source = onReplica && readPool ? { url: urlOf(readPool), pooler } : { url: urlOf(queuePool), pooler: false }
  const data: ExportTask<Input> = { source, format, input }
  const leave = takePlace(pool, rows, sessionOf(request).userId)
  const body = readPieces(newWorker(file, beside, { memoryMb: MEMORY_MB, data }))
  body.once('close', leave)
  // A failure before the first piece is still an error with a message; later ones cut the download off.
  await Promise.race([once(body, 'readable'), once(reply.raw, 'close')])
  if (reply.raw.destroyed) {
    // The caller is gone: the query, which may take minutes to sort, ends too.
    body.destroy()
    return reply.hijack()
  }
  return reply.headers({ ...sheetHeaders(format, name), [ROWS_HEADER]: String(rows) }).send(body)
}

function* inParts(rows: SheetTable['rows']): Generator<SheetTable['rows']> {
  for (let at = 0; at < rows.length; at += SHORT) yield rows.slice(at, at + SHORT)
}

/** Answers a table in memory, such as the figures of a report, as a file that is written while it is sent. */
export function sendTable(
  reply: FastifyReply,
  { headings, rows }: SheetTable,
  { format, name }: { format: SheetFormat; name: string },
): FastifyReply {
  const pieces = sheetPieces({ headings, batches: inParts(rows) }, format)
  return reply.headers(sheetHeaders(format, name)).send(Readable.from(pieces, { objectMode: false }))
}
