import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import type { WordFinder } from './word-finder.ts'

/** Texts in one transaction. */
const PAGE = 500

/** Starts after the id `after`; returns the id to go on after, null at the end. */
export type Pages = (tx: Tx, finder: WordFinder, after: number) => Promise<number | null>

interface Source {
  table: string
  /** Columns of text, each with its greatest length. */
  texts?: Record<string, number>
  /** Columns of JSON. */
  json?: readonly string[]
  /** The rows to look at, a condition on `t`. */
  where: RawBuilder<unknown>
}

type Row = { id: number } & Record<string, unknown>

const lastOf = (rows: readonly Row[]) => (rows.length < PAGE ? null : (rows.at(-1)?.id ?? null))

/** Blanks the words in rows that are about others too. */
async function blankRows(tx: Tx, finder: WordFinder, { table, texts = {}, json = [] }: Source, rows: readonly Row[]) {
  for (const { id, ...row } of rows) {
    const changes = Object.entries(row).flatMap(([column, value]) => {
      if (!finder.has(value)) return []
      const blanked = finder.blank(value)
      const set = json.includes(column)
        ? sql`${JSON.stringify(blanked)}::jsonb`
        : sql`left(${blanked}, ${texts[column] ?? 0}::int)`
      return [sql`${sql.ref(column)} = ${set}`]
    })
    if (changes.length > 0) await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(tx)
  }
}

/** Rows of a page, or those given, with the columns to look into. */
async function readSource(tx: Tx, { table, texts = {}, json = [], where }: Source, which: RawBuilder<unknown>) {
  const columns = sql.join([...Object.keys(texts), ...json].map((column) => sql.ref(`t.${column}`)))
  const { rows } =
    await sql<Row>`select t.id, ${columns} from ${sql.table(table)} t where ${where} and ${which}`.execute(tx)
  return rows
}

const pagesOf =
  (source: Source): Pages =>
  async (tx, finder, after) => {
    const rows = await readSource(tx, source, sql`t.id > ${after} order by t.id limit ${PAGE}`)
    await blankRows(tx, finder, source, rows)
    return lastOf(rows)
  }

const NOTE_TRAIL: Source = {
  table: 'audit_entries',
  json: ['before', 'after'],
  where: sql`t.entity = 'orders' and t.action in ('order.note', 'order.note-edit')`,
}
const NOTES: Source = { table: 'notes', texts: { body: 2000 }, where: sql`t.hand_over_id is not null` }
const VERSIONS: Source = { table: 'note_versions', texts: { body: 2000 }, where: sql`true` }

/**
 * Notes that the product made from the note of a hand-over, one for each order, with their earlier texts and
 * their trail.
 */
const noteCopies: Pages = async (tx, finder, after) => {
  const { rows: page } = await sql<Row & { orderId: number }>`select id, order_id from notes
    where hand_over_id is not null and id > ${after} order by id limit ${PAGE}`.execute(tx)
  const any = (ids: readonly number[]) => sql`any(${[...ids]}::int[])`
  const [ids, orders] = [page.map(({ id }) => id), page.map(({ orderId }) => orderId)]
  for (const [source, which] of [
    [NOTES, sql`t.id = ${any(ids)}`],
    [VERSIONS, sql`t.note_id = ${any(ids)}`],
    [NOTE_TRAIL, sql`t.entity_id = ${any(orders)}`],
  ] as const)
    await blankRows(tx, finder, source, await readSource(tx, source, which))
  return lastOf(page)
}

/** Daily mails of staff lose their whole text. */
const dailyMails: Pages = async (tx, finder, after) => {
  const { rows } = await sql<Row>`select id, subject, html, text from mails
    where kind = 'digest' and html <> '' and id > ${after} order by id limit ${PAGE}`.execute(tx)
  const ids = rows.flatMap(({ id, ...texts }) => (finder.has(texts) ? [id] : []))
  await sql`update mails set html = '', text = '' where id = any(${ids}::int[])`.execute(tx)
  return lastOf(rows)
}

/**
 * Texts that are about others too and may name any client: what staff write elsewhere, its copies, and their
 * trail.
 */
export const TEXTS: readonly Pages[] = [
  pagesOf({ table: 'sailings', texts: { notes: 2000 }, where: sql`true` }),
  pagesOf({ table: 'hand_overs', texts: { note: 1000 }, where: sql`true` }),
  noteCopies,
  pagesOf({ table: 'runs', texts: { title: 1000 }, json: ['input'], where: sql`t.finished_at is not null` }),
  pagesOf({
    table: 'audit_entries',
    json: ['before', 'after'],
    where: sql`(t.entity in ('sailings', 'runs') or t.action = 'user.hand-over')`,
  }),
  dailyMails,
]
