import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import {
  IMPORT_STATES,
  type ImportMapping,
  type ImportReport,
  importReport,
  MAX_IMPORT_SIZE,
  PLAN_CHANGED,
} from '#contract/lib/import.ts'
import type { ColumnForm, ImportOptions } from '#contract/lib/import-options.ts'
import { EMPTY_FILE, noSuch } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import type { Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/types.ts'
import { AppError, invalid } from '#server/errors.ts'
import { type Actor, actorOf } from '#server/http/app-types.ts'
import { isPerson, sessionOf } from '#server/http/auth.ts'
import { UPLOAD } from '#server/http/limits.ts'
import { ok } from '#server/http/reply.ts'
import { SHEET_TYPES } from '#server/sheets/write-sheet.ts'
import { sendTable } from './exports/send-export.ts'
import { type FileForm, type FileTable, readTable } from './read-table.ts'
import { type Looking, readUpload } from './read-upload.ts'
import { MOST_OPTION_BYTES, OPTION_PARTS, sentMapping, sentOptions, textOf } from './sent-options.ts'

/** The effect of importing a file: all rows with their state. */
export interface ImportPlan {
  columns: readonly string[]
  /** How each of the columns was read. */
  forms: readonly ColumnForm[]
  rows: ImportReport['rows']
  /** Adds and changes the records, in the transaction the plan was made in. */
  apply(actor: Actor): Promise<void>
}

/** Imports files into a table. */
export interface Importer {
  path: string
  /** The parameters in its path. */
  params?: z.ZodObject
  name: string
  /** The table that is locked while a file is applied; null if the plan locks what it writes. */
  table: (keyof DB & string) | null
  form: FileForm
  /** Throws 400 at `file` when a column is missing. `params` are those of the path. */
  plan(tx: Tx, table: FileTable, params: unknown): Promise<ImportPlan>
}

function reportOf(
  { columns, rows, forms }: ImportPlan,
  { reading, named }: FileTable,
  { form }: Importer,
): ImportReport {
  const plan = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const counts = recordOf(IMPORT_STATES, () => 0)
  for (const { state } of rows) counts[state]++
  const changing = rows.filter(({ state }) => state !== 'unchanged')
  const fields = Object.entries(form.headings).map(([field, label]) => ({ field, label }))
  return {
    columns: [...columns],
    forms: [...forms],
    ...reading,
    headings: [...named],
    fields,
    counts,
    rows: changing,
    plan,
  }
}

const LIMITS = { fileSize: MAX_IMPORT_SIZE, files: 1, fields: 3, parts: 4, fieldSize: MOST_OPTION_BYTES }
const tooLarge = () => {
  const message = `The file is larger than ${MAX_IMPORT_SIZE / 1024 / 1024} MB`
  return new AppError(413, message, { file: message })
}
const infected = (message: string) => invalid({ file: message })

interface Sent {
  data: Buffer
  mapping: ImportMapping
  options: ImportOptions
}

/**
 * The file of a form, the mapping of its columns and its options, in any order. Throws 400, 413, 415, 503 if it cannot be
 * scanned.
 */
async function sentFile(looking: Looking, request: FastifyRequest): Promise<Sent> {
  if (!request.isMultipart()) throw new AppError(415, 'Send the file as multipart/form-data')
  let data: Buffer | null = null
  let mapping: ImportMapping = {}
  let options: ImportOptions = {}
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'file') data = await readUpload(looking, part, { tooLarge, infected }, actorOf(request))
    else if (part.fieldname === 'mapping') mapping = sentMapping(textOf(part)) ?? {}
    else if (part.fieldname === 'options') options = sentOptions(textOf(part)) ?? {}
    else throw invalid({ [part.fieldname]: noSuch('field') })
  }
  if (!data) throw invalid({ file: EMPTY_FILE })
  return { data, mapping, options }
}

/**
 * The table in the uploaded file; the spreadsheet reader is loaded on first use. A check by a person
 * keeps what was chosen for the next file with these headings.
 */
async function sentTable(
  looking: Looking,
  request: FastifyRequest,
  { form }: Importer,
  { keeps }: { keeps: boolean },
): Promise<FileTable> {
  const { readHeadsAside, readSheetAside } = await import('#server/sheets/read-sheet-aside.ts')
  const { data, mapping, options } = await sentFile(looking, request)
  const { userId } = sessionOf(request)
  const remembers = isPerson(request)
  return readTable(
    looking.db,
    form,
    { options, mapping, remembers, keeps: keeps && remembers },
    {
      read: (choice) => readSheetAside(data, userId, choice),
      heads: (rows) => readHeadsAside(data, userId, rows),
    },
  )
}

const LONG = { ...UPLOAD, bodyLimit: MAX_IMPORT_SIZE + MOST_OPTION_BYTES + 64 * 1024 }

/**
 * `POST {e}/import/check` shows what a file would change, `{e}/import/apply?plan=` does exactly that in one
 * transaction, `{e}/import/refused` returns the refused rows with reasons as a file. Each call carries the
 * file.
 */
export function importRoutes(app: FastifyInstance, looking: Looking, importer: Importer): void {
  const { db } = looking
  const { path, name, table, params } = importer
  const ofPath = params ? { params } : {}
  const options = { ...LONG, config: { documented: { file: 'file', parts: OPTION_PARTS } } }
  const tags = [name]
  const planned = (file: FileTable, params: unknown) =>
    db.transaction().execute((tx) => importer.plan(tx, file, params))
  const reply = { response: { 200: envelope(importReport) } }

  app.post(`/${path}/import/check`, { ...options, schema: { tags, ...ofPath, ...reply } }, async (request) => {
    const file = await sentTable(looking, request, importer, { keeps: true })
    return ok(reportOf(await planned(file, request.params), file, importer))
  })

  const querystring = z.object({ plan: z.string().max(64) })
  const applying = { ...options, schema: { tags, ...ofPath, querystring, ...reply } }
  app.post<{ Querystring: z.output<typeof querystring> }>(`/${path}/import/apply`, applying, async (request) => {
    const file = await sentTable(looking, request, importer, { keeps: false })
    const wanted = request.query.plan
    const report = await db.transaction().execute(async (tx) => {
      if (table) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
      const plan = await importer.plan(tx, file, request.params)
      const now = reportOf(plan, file, importer)
      if (now.plan !== wanted) throw new AppError(409, PLAN_CHANGED, now)
      await plan.apply(actorOf(request))
      return now
    })
    return ok(report)
  })

  app.post(
    `/${path}/import/refused`,
    {
      ...LONG,
      config: { documented: { file: 'file', parts: OPTION_PARTS, download: [SHEET_TYPES.csv] } },
      schema: { tags, ...ofPath },
    },
    async (request, response) => {
      const { columns, rows } = await planned(
        await sentTable(looking, request, importer, { keeps: false }),
        request.params,
      )
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
