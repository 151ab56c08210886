import { sql } from 'kysely'
import { type ChangedPage, PAGE_SIZES } from '#contract/lib/envelope.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { invalid } from '#server/errors.ts'
import { type ChangedQuery, CURSOR_MESSAGE, cursorText } from './asked.ts'

/** A list whose changes are kept in `sync_marks`, with the SQL of its live rows. */
export interface ChangedList {
  kind: string
  /** Columns of a row, the table with its alias, its id, and the condition of live rows. */
  columns: string
  table: string
  id: string
  live: string
}

/** A value above every id: the end of a transaction. */
const END = '2147483648'

interface Source {
  epoch: string
  horizon: string
}
/** A record of the page, or none of an empty page. */
type Marked<Row> = Row & Source & { markXid: string | null; markId: number; gone: boolean }

/** Reads rows, marks and the horizon in one snapshot, whichever replica answers. */
async function readMarked<Row>(
  db: Db,
  { kind, columns, table, id, live }: ChangedList,
  { since: ms, after, perPage }: ChangedQuery,
): Promise<Marked<Row>[]> {
  const since = sql`to_timestamp(${ms}::double precision / 1000)`
  const from = after ? sql`${after.xid}::text::xid8` : sql`sync_first_since(${kind}, ${since})`
  // Planning a page takes longer than reading it. The plan depends on how many rows are wanted, so those
  // stand in the text.
  const usual = PAGE_SIZES.some((size) => size === perPage)
  const { rows } = await sql<Marked<Row>>`
    with source as materialized (
      select epoch, pg_snapshot_xmin(pg_current_snapshot()) as horizon, ${from} as first from sync_source
    )
    select source.epoch::text as epoch, source.horizon::text as horizon, marks.xid::text as mark_xid,
      marks.record_id as mark_id, ${sql.raw(id)} is null as gone, ${sql.raw(columns)}
    from source left join (
      select xid, record_id from sync_marks
      where kind = ${kind} and (xid, record_id) > ((select first from source), ${after?.id ?? 0}::bigint)
        and xid < (select horizon from source) and at >= ${since}
      order by xid, record_id limit ${sql.raw(`${perPage + 1}`)}
    ) marks on true left join ${sql.raw(table)} on ${sql.raw(id)} = marks.record_id and ${sql.raw(live)}
    order by marks.xid, marks.record_id ${sql.raw(usual ? PLANNED : '')}`.execute(db)
  return rows
}

/**
 * A page of the records that were changed or deleted since, in the order of transactions, each once with its
 * latest change. It ends below the oldest running transaction, which may yet commit changes that come before
 * visible ones: a caller who goes on with its cursors misses nothing. Throws 400 for a cursor of another
 * database.
 */
export async function readChanged<Row>(db: Db, list: ChangedList, query: ChangedQuery): Promise<ChangedPage<Row>> {
  const { after, since, perPage } = query
  const rows = await readMarked<Row>(db, list, query)
  const [source] = rows
  if (!source) throw new Error('There is no row in sync_source')
  const { epoch, horizon } = source
  if (after && after.epoch !== epoch) throw invalid({ cursor: CURSOR_MESSAGE })
  const marked = rows.filter(({ markXid }) => markXid !== null)
  const page = marked.slice(0, perPage)
  const last = marked.length > perPage ? page.at(-1) : undefined
  const place = last
    ? { xid: String(last.markXid), id: String(last.markId) }
    : { xid: String(BigInt(horizon) - 1n), id: END }
  const cursor = cursorText({ epoch, since, ...place })
  const items = page.filter(({ gone }) => !gone)
  return {
    items,
    totalCount: items.length,
    numItemsPerPage: perPage,
    currentPageNumber: 1,
    deleted: page.filter(({ gone }) => gone).map(({ markId }) => markId),
    nextCursor: last ? cursor : null,
    resumeCursor: cursor,
  }
}
