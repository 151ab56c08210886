import type { Page } from '#contract/lib/envelope.ts'
import type { RUN_ITEM_STATES, Run, RunItem } from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'

const selectRuns = (db: Db) =>
  db
    .selectFrom('runs as r')
    .leftJoin('users as u', 'u.id', 'r.createdBy')
    .select(['r.id', 'r.kind', 'r.state', 'r.total', 'r.done', 'r.failed', 'r.skipped', 'r.heldUntil'])
    .select(['r.createdBy as creatorId', 'u.username', 'r.createdAt', 'r.startedAt', 'r.finishedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>

const asRun = ({ creatorId, username, ...run }: Row): Run => ({
  ...run,
  createdBy: creatorId === null ? null : { id: creatorId, name: username ?? '' },
})

/** Throws 404. */
export async function readRun(db: Db, id: number): Promise<Run> {
  const row = await selectRuns(db).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Run')
  return asRun(row)
}

/** All runs, newest first. */
export async function listRuns(db: Db, query: Pick<ListQuery, 'page' | 'perPage'>): Promise<Page<Run>> {
  const count = async () => {
    const { n } = await db
      .selectFrom('runs')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
  const page = await paginate(query, count, (limit, offset) =>
    selectRuns(db).orderBy('r.id', 'desc').limit(limit).offset(offset).execute(),
  )
  return { ...page, items: page.items.map(asRun) }
}

type State = (typeof RUN_ITEM_STATES)[number]

/** The rows of a run in their order, those in one state if given. */
const selectItems = (db: Db, runId: number, state: State | undefined) =>
  db
    .selectFrom('runItems as i')
    .leftJoin('orders as o', 'o.id', 'i.orderId')
    .where('i.runId', '=', runId)
    .$if(state !== undefined, (query) => query.where('i.state', '=', state ?? 'waiting'))

const rowsOf = (db: Db, runId: number, state?: State) =>
  selectItems(db, runId, state)
    .select(['i.orderId', 'o.trackingCode', 'o.companyName', 'i.state', 'i.reason'])
    .orderBy('i.position')

/** A page of the rows of a run. Throws 404. */
export async function listItems(
  db: Db,
  runId: number,
  { state, ...query }: Pick<ListQuery, 'page' | 'perPage'> & { state?: State | undefined },
): Promise<Page<RunItem>> {
  await readRun(db, runId)
  const count = async () => {
    const { n } = await selectItems(db, runId, state)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
  return paginate(query, count, (limit, offset) => rowsOf(db, runId, state).limit(limit).offset(offset).execute())
}

/** All rows of a run. Throws 404. */
export async function allItems(db: Db, runId: number): Promise<RunItem[]> {
  await readRun(db, runId)
  return rowsOf(db, runId).execute()
}
