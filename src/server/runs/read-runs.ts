import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import {
  MOST_REASONS,
  RUN_ITEM_STATES,
  type Run,
  type RunItem,
  type RunRemedy,
  type RunWithMails,
} from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'

/**
 * State for callers: stored as undone from the first moment, so that no row is done any more, but shown only
 * once the last row is taken back.
 */
const STATE = sql<Run['state']>`case when r.state = 'undone' and r.finished_at is null then 'undoing' else r.state end`

const selectRuns = (db: Db) =>
  db
    .selectFrom('runs as r')
    .leftJoin('users as u', 'u.id', 'r.createdBy')
    .select([
      'r.id',
      'r.kind',
      'r.title',
      STATE.as('state'),
      'r.total',
      'r.done',
      'r.failed',
      'r.skipped',
      'r.heldUntil',
    ])
    .select(['r.createdBy as creatorId', 'u.username', 'r.createdAt', 'r.startedAt', 'r.finishedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>

const asRun = ({ creatorId, username, ...run }: Row): Run => ({
  ...run,
  createdBy: creatorId === null ? null : { id: creatorId, name: username ?? '' },
})

/** Reads a run. Throws 404. */
export async function readRun(db: Db, id: number): Promise<Run> {
  const row = await selectRuns(db).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Run')
  return asRun(row)
}

const NO_MAILS: RunWithMails['mails'] = { waiting: 0, sent: 0, failed: 0, unsent: 0, cancelled: 0 }

/** Outcomes of a run's mails to clients, as far as they still exist. */
export async function mailsOf(db: Db, id: number): Promise<RunWithMails['mails']> {
  const { rows } = await sql<RunWithMails['mails']>`
    select count(*) filter (where d.state in ('queued', 'sending'))::int as waiting, count(*) filter (where d.state = 'sent')::int as sent,
      count(*) filter (where d.state = 'failed')::int as failed, count(*) filter (where d.state = 'unsent')::int as unsent,
      count(*) filter (where d.state = 'cancelled')::int as cancelled
    from mails m join mail_deliveries d on d.mail_id = m.id and d.role = 'to' where m.run_id = ${id}`.execute(db)
  return rows[0] ?? NO_MAILS
}

/** Number of mails stopped when a run was undone; 0 for others. */
async function stoppedMails(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce((input ->> 'cancelled')::int, 0) as n from runs where id = ${id} and state = 'undone'`.execute(db)
  return rows[0]?.n ?? 0
}

async function countRows(db: Db, id: number): Promise<RunWithMails['rows']> {
  const counts = await db
    .selectFrom('runItems')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .where('runId', '=', id)
    .groupBy('state')
    .execute()
  return recordOf(RUN_ITEM_STATES, (state) => counts.find((count) => count.state === state)?.n ?? 0)
}

/** Why rows failed or were skipped, the most frequent reasons first. */
const reasonsOf = (db: Db, id: number) =>
  db
    .selectFrom('runItems')
    .select([
      sql<'failed' | 'skipped'>`state`.as('state'),
      (eb) => eb.fn.coalesce('reason', sql<string>`''`).as('reason'),
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<RunRemedy | null>`remedy`.as('remedy'),
    ])
    .where('runId', '=', id)
    .where('state', 'in', ['failed', 'skipped'])
    .groupBy(['state', 'reason', 'remedy'])
    .orderBy('count', 'desc')
    .orderBy(sql`min(position)`)
    .limit(MOST_REASONS)
    .execute()

/** A run with the states of its rows and the outcomes of its mails to clients. Throws 404. */
export async function readRunWithMails(db: Db, id: number): Promise<RunWithMails> {
  const [run, rows, mails, stopped, reasons] = await Promise.all([
    readRun(db, id),
    countRows(db, id),
    mailsOf(db, id),
    stoppedMails(db, id),
    reasonsOf(db, id),
  ])
  return { ...run, rows, mails: { ...mails, cancelled: Math.max(mails.cancelled, stopped) }, reasons }
}

/** The runs that match a condition on `r`, newest first. */
export async function listRuns(
  db: Db,
  query: Pick<ListQuery, 'page' | 'perPage'>,
  where: RawBuilder<boolean>,
): Promise<Page<Run>> {
  const count = async () => {
    const { n } = await db
      .selectFrom('runs as r')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where(where)
      .executeTakeFirstOrThrow()
    return n
  }
  const page = await paginate(query, count, (limit, offset) =>
    selectRuns(db).where(where).orderBy('r.id', 'desc').limit(limit).offset(offset).execute(),
  )
  return { ...page, items: page.items.map(asRun) }
}

type State = (typeof RUN_ITEM_STATES)[number]

/** Rows of a run in their order, in one state if given. */
const selectItems = (db: Db, runId: number, state: State | undefined) =>
  db
    .selectFrom('runItems as i')
    .leftJoin('orders as o', 'o.id', 'i.orderId')
    .leftJoin('offers as f', 'f.id', 'i.offerId')
    .leftJoin('users as c', (join) => join.on('c.id', '=', sql<number>`(i.result ->> 'clientId')::integer`))
    .where('i.runId', '=', runId)
    .$if(state !== undefined, (query) => query.where('i.state', '=', state ?? 'waiting'))

/**
 * The outcome of each row of a run, in its order. A waiting row shows no reason: the one it keeps is from its
 * last try.
 */
export const rowsOf = (db: Db, runId: number, state?: State) =>
  selectItems(db, runId, state)
    .select(['i.orderId', 'i.offerId', 'c.id as clientId', 'o.trackingCode', 'f.reference', 'i.state'])
    .select(sql<string | null>`case when i.state <> 'waiting' then i.reason end`.as('reason'))
    .select(sql<number | null>`(i.input ->> 'row')::integer`.as('row'))
    .select((eb) =>
      eb.fn
        .coalesce('o.companyName', 'c.companyName', sql<string | null>`nullif(f.company, '')`, 'f.name')
        .as('companyName'),
    )
    .orderBy('i.position')

/** Number of rows of a run, in one state if given. Throws 404. */
export async function countItems(db: Db, runId: number, state?: State): Promise<number> {
  await readRun(db, runId)
  const count = selectItems(db, runId, state).select((eb) => eb.fn.countAll<number>().as('n'))
  return (await count.executeTakeFirstOrThrow()).n
}

/** A page of the rows of a run. Throws 404. */
export const listItems = (
  db: Db,
  runId: number,
  { state, ...query }: Pick<ListQuery, 'page' | 'perPage'> & { state?: State | undefined },
): Promise<Page<RunItem>> =>
  paginate(
    query,
    () => countItems(db, runId, state),
    (limit, offset) => rowsOf(db, runId, state).limit(limit).offset(offset).execute(),
  )
