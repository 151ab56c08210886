import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { IMPORT_STATES, type ImportReport, importReport, MAX_IMPORT_SIZE, PLAN_CHANGED } from '#contract/lib/import.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import type { Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/types.ts'
import { AppError, invalid } from '#server/errors.ts'
import { type Actor, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { UPLOAD } from '#server/http/limits.ts'
import { ok } from '#server/http/reply.ts'
import { type Sheet, tableOf } from '#server/sheets/sheet.ts'
import { SHEET_TYPES } from '#server/sheets/write-sheet.ts'
import { sendTable } from './exports/send-export.ts'
import { type Looking, readUpload } from './read-upload.ts'

/** The effect of importing a file: all rows with their state. */
export interface ImportPlan {
  columns: readonly string[]
  rows: ImportReport['rows']
  /** Adds and changes the records, in the transaction the plan was made in. */
  apply(actor: Actor): Promise<void>
}

/** Imports files into a table. */
export interface Importer {
  path: string
  name: string
  table: keyof DB & string
  /** Throws 400 at `file` when a column is missing. */
  plan(tx: Tx, sheet: Sheet): Promise<ImportPlan>
}

function reportOf({ columns, rows }: ImportPlan): ImportReport {
  const plan = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const counts = recordOf(IMPORT_STATES, () => 0)
  for (const { state } of rows) counts[state]++
  return { columns: [...columns], counts, rows: rows.filter(({ state }) => state !== 'unchanged'), plan }
}

async function sentFile(looking: Looking, request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError(415, 'Send the file as multipart/form-data')
  const part = await request.file({ limits: { fileSize: MAX_IMPORT_SIZE, files: 1 } })
  if (!part) throw invalid({ file: EMPTY_FILE })
  const tooLarge = () => {
    const message = `The file is larger than ${MAX_IMPORT_SIZE / 1024 / 1024} MB`
    return new AppError(413, message, { file: message })
  }
  const infected = (message: string) => invalid({ file: message })
  return readUpload(looking, part, { tooLarge, infected }, actorOf(request))
}

/** The table in the uploaded file; the spreadsheet reader is loaded on first use. */
async function sentSheet(looking: Looking, request: FastifyRequest): Promise<Sheet> {
  const { readSheetAside } = await import('#server/sheets/read-sheet-aside.ts')
  return tableOf(await readSheetAside(await sentFile(looking, request), sessionOf(request).userId))
}

const LONG = { ...UPLOAD, bodyLimit: MAX_IMPORT_SIZE + 64 * 1024 }

/**
 * `POST {e}/import/check` shows what a file would change, `{e}/import/apply?plan=` does exactly that in one
 * transaction, `{e}/import/refused` returns the refused rows with reasons as a file. Each call carries the
 * file.
 */
export function importRoutes(app: FastifyInstance, looking: Looking, importer: Importer): void {
  const { db } = looking
  const { path, name, table } = importer
  const options = { ...LONG, config: { documented: { file: 'file' } } }
  const tags = [name]
  const planned = (sheet: Sheet) => db.transaction().execute((tx) => importer.plan(tx, sheet))
  const reply = { response: { 200: envelope(importReport) } }

  app.post(`/${path}/import/check`, { ...options, schema: { tags, ...reply } }, async (request) =>
    ok(reportOf(await planned(await sentSheet(looking, request)))),
  )

  const querystring = z.object({ plan: z.string().max(64) })
  const applying = { ...options, schema: { tags, querystring, ...reply } }
  app.post<{ Querystring: z.output<typeof querystring> }>(`/${path}/import/apply`, applying, async (request) => {
    const sheet = await sentSheet(looking, request)
    const wanted = request.query.plan
    const report = await db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
      const plan = await importer.plan(tx, sheet)
      const now = reportOf(plan)
      if (now.plan !== wanted) throw new AppError(409, PLAN_CHANGED, now)
      await plan.apply(actorOf(request))
      return now
    })
    return ok(report)
  })

  app.post(
    `/${path}/import/refused`,
    { ...LONG, config: { documented: { file: 'file', download: [SHEET_TYPES.csv] } }, schema: { tags } },
    async (request, response) => {
      const { columns, rows } = await planned(await sentSheet(looking, request))
      const refused = rows.filter(({ state }) => state === 'refused')
      const table = {
        headings: [...columns, REASON],
        rows: refused.map(({ cells, notes }) => [...cells, notes.join('; ')]),
      }
      return sendTable(response, table, { format: 'csv', name: `${name} refused` })
    },
  )
}

/** The heading of the reasons in the file of refused rows; ignored when that file is imported. */
const REASON = 'Reason'
