import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { EMAIL_TAKEN, NOT_A_CLIENT } from '#contract/clients/clients.ts'
import { IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { comparedForm, normalEmail } from '#contract/lib/text.ts'
import { ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import { knownClients, readClientChanges } from '#server/imports/updates/client-changes.ts'
import { type FindOrder, ordersByCode } from '#server/imports/updates/known-orders.ts'
import { readOrderChanges } from '#server/imports/updates/order-changes.ts'
import type { ValueChange } from '#server/imports/updates/row-changes.ts'
import { readClientRow } from './client-row.ts'
import type { FilledCells } from './filled-cells.ts'
import type { DateClock } from './import-dates.ts'
import { hashSumOf, keyOfCode, type ReadCode, readCode } from './order-code.ts'
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
  /** Numbers by column of cells that the workbook shows as codes; null for none. */
  figures: Readonly<Record<number, string>> | null
}

/** A value that a row changes, as the check shows it: texts like those of an export, '' for none. */
export interface ShownChange {
  column: string
  from: string
  to: string
}

/** The result of a row: a record, or its problems. */
export interface JudgedRow {
  position: number
  /** `{ update }` for a record that exists, `{ update: null }` for one that is as the row says. */
  record: object | null
  problems: { column: string; message: string }[] | null
  /** What the row changes of a record that exists; null for any other row. */
  changes: ShownChange[] | null
}

/** How the columns of a file are read. */
export interface Columns {
  headings: readonly string[]
  forms: Omit<CellForms, 'timeZone'>
  filling: FilledCells
}

/** A text that is on none of the lists of its field, and the number of its rows. */
export interface UnknownText {
  field: string
  column: string
  text: string
  rows: number
}

/** Facts known before the rows are read, and unique values of the rows so far. */
export interface Judging extends DateClock {
  kind: ImportKind
  columns: Columns
  /** Reference data; null for clients, which name none. */
  references: References | null
  now: Date
  /** Whether orders of the past need only what a historic order has. */
  historic: boolean
  /** Whether records that exist are changed, instead of refused. */
  update: boolean
  /** Lines by unique values: codes, addresses, records that exist. */
  used: Map<string, number>
  /** Texts that are on no list, so far. */
  unknown: Map<string, UnknownText>
}

export const CODE_EXISTS = 'An order with this code exists already'
export const CODE_BEGINS = 'Another order has a code that begins with the same eight signs'

const SEVERAL_ORDERS = 'Several orders have this reference'

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

/** Refuses a code of our own that begins as one of an earlier row does: no two orders share its first eight signs. */
function refuseBegun({ used }: Judging, cells: RowCells, { own, line }: { own: string; line: number }) {
  const key = `${hashSumOf(own)}…`
  const before = used.get(key)
  if (before === undefined) used.set(key, line)
  else cells.refuse('trackingCode', `Row ${before} has a code that begins with the same eight signs`)
}

/** A row as read: its record, and what it changes of one that exists. */
interface Read {
  cells: RowCells
  record: object | null
  changes: ValueChange[] | null
}

/** A row of a record that exists. Nothing is left to do if it says what is there already. */
const updating = (cells: RowCells, { update, changes }: { update: object; changes: ValueChange[] }): Read => ({
  cells,
  record: { update: changes.length > 0 ? update : null },
  changes,
})

async function judgeClients(db: Db, judging: Judging, rows: readonly Opened[]): Promise<Read[]> {
  const mails = rows.map(({ cells }) => cells.plain('email'))
  const taken = await takenMails(db, mails)
  const clients = judging.update ? await knownClients(db, mails) : null
  return rows.map(({ cells, line }) => {
    const key = normalEmail(cells.plain('email'))
    const known = clients?.get(key)
    if (known) refuseTwice(judging, cells, { field: 'email', key, line })
    if (known) return updating(cells, readClientChanges(cells, known))
    const record = readClientRow(cells)
    if (taken.has(key)) cells.refuse('email', judging.update ? NOT_A_CLIENT : EMAIL_TAKEN)
    else if (key !== '') refuseTwice(judging, cells, { field: 'email', key, line })
    return { cells, record, changes: null }
  })
}

/** The orders that rows name by their codes, if those that exist are changed. */
async function knownOrders(
  db: Db,
  { update, columns }: Judging,
  codes: readonly (ReadCode | null)[],
): Promise<FindOrder> {
  if (!update) return () => null
  const withHistory = columns.filling.at.has('events')
  return ordersByCode(
    db,
    codes.filter((code) => code !== null),
    { withHistory },
  )
}

async function judgeOrders(db: Db, judging: Judging, rows: readonly Opened[]): Promise<Read[]> {
  const { references, now, historic, timeZone, update } = judging
  if (!references) throw new Error('Orders name reference data')
  const clients = await clientsByMail(
    db,
    rows.map(({ cells }) => cells.plain('clientEmail')),
  )
  const coded = rows.map((row) => ({ ...row, code: readCode(row.cells) }))
  const known = await knownOrders(
    db,
    judging,
    coded.map(({ code }) => code),
  )
  const taken = await takenCodes(
    db,
    coded.flatMap(({ code }) => code ?? []),
  )
  return coded.map(({ cells, line, code }) => {
    const twice = (key: string) => refuseTwice(judging, cells, { field: 'trackingCode', key, line })
    const order = code && known(code)
    if (order === 'several') cells.refuse('trackingCode', SEVERAL_ORDERS)
    else if (order) {
      twice(`#${order.id}`)
      return updating(cells, readOrderChanges(cells, order, { references, timeZone }))
    }
    const client = clients.get(normalEmail(cells.plain('clientEmail')))
    const record = readOrderRow(cells, { references, client, now, historic, code })
    const problem = code && taken(code)
    if (problem) cells.refuse('trackingCode', update && problem === CODE_EXISTS ? ORDER_DELETED : problem)
    else if (record && code) {
      twice(keyOfCode(code))
      if ('own' in code) refuseBegun(judging, cells, { own: code.own, line })
    }
    return { cells, record: record satisfies OrderRecord | null, changes: null }
  })
}

interface Opened {
  cells: RowCells
  line: number
}

/** Distinct texts without a meaning that a check keeps. */
const MOST_UNKNOWN = 200

function keepUnknown({ unknown }: Judging, field: string, column: string, text: string): void {
  const key = `${field} ${comparedForm(text)}`
  const found = unknown.get(key)
  if (found) found.rows++
  else if (unknown.size < MOST_UNKNOWN && text !== '') unknown.set(key, { field, column, text, rows: 1 })
}

/** Reads rows by the rules of the single forms: the record of each, or all its problems. */
export async function judgeRows(db: Db, judging: Judging, rows: readonly StagedRow[]): Promise<JudgedRow[]> {
  const { kind, columns, timeZone } = judging
  const { at, fill } = columns.filling
  const forms = { timeZone, ...columns.forms }
  const opened = rows.map(({ cells, numbers, figures, line }) => {
    const filled = fill(cells)
    // A text that stands for the cell is read in its place.
    const isKept = (column: number) => filled[column] === cells[column]
    const stored = {
      numbers: (numbers ?? []).filter(isKept),
      figures: Object.fromEntries(Object.entries(figures ?? {}).filter(([column]) => isKept(Number(column)))),
    }
    return { cells: new RowCells(at, filled, forms, stored), line }
  })
  const read = await (kind === 'clients' ? judgeClients : judgeOrders)(db, judging, opened)
  const headingOf = (field: string) => columns.headings[at.get(field) ?? -1] ?? IMPORT_FIELDS[kind][field] ?? field
  return read.map(({ cells, record, changes }, index) => {
    for (const { field, text } of cells.unknown) keepUnknown(judging, field, headingOf(field), text)
    const problems = [...cells.problems].map(([field, message]) => ({ column: headingOf(field), message }))
    const good = problems.length === 0
    const shown = changes?.map(({ field, from, to }) => ({ column: headingOf(field), from, to })) ?? []
    return {
      position: rows[index]?.position ?? 0,
      record: good ? record : null,
      problems: good ? null : problems,
      changes: good && shown.length > 0 ? shown : null,
    }
  })
}
