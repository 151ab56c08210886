import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { busy, invalid } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { SheetFormat } from '#server/sheets/write-sheet.ts'
import { newWorker } from '#server/threads/new-worker.ts'
import { readPieces } from '#server/threads/pieces.ts'
import { type AuditFilter, reachOf } from './read-audit.ts'

/** What the thread needs to know. */
export interface AuditExport {
  /** The address of the database to read from. */
  source: { url: string; pooler: boolean }
  filter: AuditFilter
  format: SheetFormat
}

/** The most entries of one file. */
const MAX_EXPORTED = 50_000
/** Exports that are written at the same time; each has a thread and a connection to the database. */
const AT_ONCE = 2
const MEMORY_MB = 256

/** The address a pool connects to. */
const urlOf = ({ options }: pg.Pool) => options.connectionString ?? ''

/**
 * Exports of the trail, each read and written by a thread with a connection of its own, since 50,000 entries take seconds. Throws 400 at
 * `from` if there are more, 503 while two others run.
 */
export function auditExports({ pool, queuePool, readPool }: Pick<Services, 'pool' | 'queuePool' | 'readPool'>) {
  let running = 0
  const pooler = pool !== queuePool

  return async (request: FastifyRequest, filter: AuditFilter, format: SheetFormat): Promise<Readable> => {
    const { entries, onReplica } = await request.read((db) => reachOf(db, filter, MAX_EXPORTED + 1))
    if (entries > MAX_EXPORTED) throw invalid({ from: `More than ${MAX_EXPORTED} entries. Please narrow the list.` })
    if (running >= AT_ONCE) throw busy('Two exports are running. Please try again in a moment.')
    const source = onReplica && readPool ? { url: urlOf(readPool), pooler } : { url: urlOf(queuePool), pooler: false }
    const data: AuditExport = { source, filter, format }
    running++
    const pieces = readPieces(newWorker('export-thread', import.meta.url, { memoryMb: MEMORY_MB, data }))
    pieces.once('close', () => running--)
    // A failure before the first piece is still an error with a message, later ones break the download off.
    await once(pieces, 'readable')
    return pieces
  }
}
