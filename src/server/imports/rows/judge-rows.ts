import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { EMAIL_TAKEN } from '#contract/clients/clients.ts'
import { IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { normalEmail } from '#contract/lib/text.ts'
import type { Db } from '#server/db/client.ts'
import { readClientRow } from './client-row.ts'
import type { DateClock } from './import-dates.ts'
import { hashSumOf, keyOfCode, type ReadCode } from './order-code.ts'
import { type ImportClient, type OrderRecord, readOrderRow } from './order-row.ts'
import type { References } from './references.ts'
import { type CellForms, RowCells } from './row-cells.ts'

/** A row of the file as it was stored. */
export interface StagedRow {
  position: number
  line: number
  cells: readonly string[]
  /** Columns whose cell is a number in the workbook; null for CSV. */
  numbers: readonly number[] | null
}

/** The result of a row: a record, or its problems. */
export interface JudgedRow {
  position: number
  record: object | null
  problems: { column: string; message: string }[] | null
}

/** How the columns of a file are read. */
export interface Columns {
  headings: readonly string[]
  fields: readonly (string | null)[]
  forms: Omit<CellForms, 'timeZone'>
}

/** Facts known before the rows are read, and unique values of the rows so far. */
export interface Judging extends DateClock {
  kind: ImportKind
  columns: Columns
  /** Reference data; null for clients, which name none. */
  references: References | null
  now: Date
  /** Lines by unique values: codes, addresses. */
  used: Map<string, number>
}

export const CODE_EXISTS = 'An order with this code exists already'
export const CODE_BEGINS = 'Another order has a code that begins with the same eight signs'

/** Live clients by their address, compared as the login does. */
export async function clientsByMail(db: Db, mails: readonly string[]): Promise<Map<string, ImportClient>> {
  const wanted = [...new Set(mails.map(normalEmail))].filter((mail) => mail !== '')
  const { rows } = await sql<ImportClient>`
    select id, username, email, phone, company_name, company_address from users
    where lower(email) = any(select lower(mail) from unnest(${wanted}::text[]) mail) and deleted_at is null
      and role = array[${sql.lit(Role.CLIENT)}]`.execute(db)
  return new Map(rows.map((row) => [normalEmail(row.email), row]))
}

/** Those of these addresses that a live account of any role has. */
export async function takenMails(db: Db, mails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from users
    where lower(email) = any(select lower(mail) from unnest(${[...mails]}::text[]) mail) and deleted_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ email }) => normalEmail(email)))
}

/** Why a code is taken, by its key: orders have it already, even deleted ones, whose codes stay taken. */
export async function takenCodes(db: Db, codes: readonly ReadCode[]): Promise<(code: ReadCode) => string | null> {
  const sums = codes.flatMap((code) => ('own' in code ? hashSumOf(code.own) : []))
  const others = codes.flatMap((code) => ('other' in code ? code.other : []))
  const [own, other] = await Promise.all([
    sql<{ hashSum: string; code: string }>`
      select hash_sum, tracking_code as code from orders where hash_sum = any(${sums}::text[])`.execute(db),
    // Kind 7: src/server/search/term-kinds.ts.
    sql<{ asked: string }>`
      select asked from unnest(${others}::text[]) asked where exists (
        select from order_terms t join orders o on o.id = t.order_id
        where t.term = search_term(asked) and t.kind = 7 and o.deleted_at is null)`.execute(db),
  ])
  const bySum = new Map(own.rows.map(({ hashSum, code }) => [hashSum, code]))
  const known = new Set(other.rows.map(({ asked }) => asked))
  return (code) => {
    if ('other' in code) return known.has(code.other) ? CODE_EXISTS : null
    const found = bySum.get(hashSumOf(code.own))
    return found === undefined ? null : found === code.own ? CODE_EXISTS : CODE_BEGINS
  }
}

/** Refuses a value that an earlier row of the file has; keeps it for later rows otherwise. */
function refuseTwice(
  { used }: Judging,
  cells: RowCells,
  { field, key, line }: { field: string; key: string; line: number },
) {
  const before = used.get(key)
  if (before === undefined) used.set(key, line)
  else cells.refuse(field, `Row ${before} has this already`)
}

type Read = [cells: RowCells, record: object | null]

async function judgeClients(db: Db, judging: Judging, rows: readonly Opened[]): Promise<Read[]> {
  const taken = await takenMails(
    db,
    rows.map(({ cells }) => cells.text('email')),
  )
  return rows.map(({ cells, line }) => {
    const client = readClientRow(cells)
    const key = normalEmail(cells.text('email'))
    if (taken.has(key)) cells.refuse('email', EMAIL_TAKEN)
    else if (key !== '') refuseTwice(judging, cells, { field: 'email', key, line })
    return [cells, client]
  })
}

async function judgeOrders(db: Db, judging: Judging, rows: readonly Opened[]): Promise<Read[]> {
  const { references, now } = judging
  if (!references) throw new Error('Orders name reference data')
  const clients = await clientsByMail(
    db,
    rows.map(({ cells }) => cells.text('clientEmail')),
  )
  const read = rows.map(({ cells, line }) => {
    const client = clients.get(normalEmail(cells.text('clientEmail')))
    return { cells, line, record: readOrderRow(cells, { references, client, now }) }
  })
  const codes = read.flatMap(({ record }) => record?.code ?? [])
  const taken = await takenCodes(db, codes)
  return read.map(({ cells, line, record }) => {
    const problem = record?.code && taken(record.code)
    if (problem) cells.refuse('trackingCode', problem)
    else if (record?.code) refuseTwice(judging, cells, { field: 'trackingCode', key: keyOfCode(record.code), line })
    return [cells, record satisfies OrderRecord | null]
  })
}

interface Opened {
  cells: RowCells
  line: number
}

/** Reads rows by the rules of the single forms: the record of each, or all its problems. */
export async function judgeRows(db: Db, judging: Judging, rows: readonly StagedRow[]): Promise<JudgedRow[]> {
  const { kind, columns, timeZone } = judging
  const at = new Map(columns.fields.flatMap((field, index) => (field === null ? [] : [[field, index] as const])))
  const forms = { timeZone, ...columns.forms }
  const opened = rows.map(({ cells, numbers, line }) => ({
    cells: new RowCells(at, cells, forms, numbers ?? []),
    line,
  }))
  const read = await (kind === 'clients' ? judgeClients : judgeOrders)(db, judging, opened)
  const headingOf = (field: string) => columns.headings[at.get(field) ?? -1] ?? IMPORT_FIELDS[kind][field] ?? field
  return read.map(([cells, record], index) => {
    const problems = [...cells.problems].map(([field, message]) => ({ column: headingOf(field), message }))
    const good = problems.length === 0
    return { position: rows[index]?.position ?? 0, record: good ? record : null, problems: good ? null : problems }
  })
}
