import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Direction } from '#server/resource/paginate.ts'
import { allFound, allMet, allOf, type Foreseen, type Ids, type Part } from './narrowed.ts'
import { sampleOf } from './sample.ts'

// The planner treats the values of a row and its id as independent. It cannot tell whether the matches of two filters lie close
// together in a list by id, or are a hundred of a million: it collects and sorts hundreds of thousands where reading the list from
// its beginning would soon end, or reads all of it where an index knows the hundred. So a sample of the list is read first.

/** Shorter parts of a list are read whatever they have. */
const SHORT = 20_000
/** Ids on a page of the index that covers a list. */
const PER_PAGE = 64
// What takes how long, in microseconds, roughly: only their relation matters.
const COST = {
  /** A row of the list, read in its order, with all filters asked of it; and more if one of them compares a text. */
  read: 0.2,
  text: 0.12,
  /** An entry of the index of one filter; and if its order is not the list's, with sorting it. */
  indexed: 0.12,
  unsorted: 0.35,
  /** A row that one filter lets through, collected by the planner to be compared with others; and one of another table. */
  collected: 0.45,
  joined: 0.2,
  /** An id looked up in the index that covers the list, a page of it, and the same id in another table. */
  lookUp: 0.5,
  page: 4,
  otherTable: 1.2,
}

/** A way to the matches: what they meet in the statement that finds them, and how the planner is held to it. */
interface Way {
  where: RawBuilder<unknown>
  /** Settings of the planner while it runs. */
  settings?: Record<string, string>
  /** How long it takes, as `COST` has it. */
  cost: number
}

// Rows are read one by one in their order: not collected and sorted, nor shared out, which takes 20 ms before the first one comes.
const IN_ORDER = { enable_sort: 'off', jit: 'off', max_parallel_workers_per_gather: '0' }
const MERGED = { ...IN_ORDER, enable_hashjoin: 'off', enable_nestloop: 'off' }

/** The ways to the first `wanted` matches of a list that is not short. */
export async function waysTo(db: Db, list: Foreseen, direction: Direction, wanted: number): Promise<Way[]> {
  const { sources, merged, ...narrowed } = list
  const id = sql.raw(`${list.alias}.id`)
  const between = sql<boolean>`${id} between ${list.ids.first} and ${list.ids.last}`
  const found = sql`${allFound(list)} and ${between}`
  const planned: Way = { where: found, cost: 0 }
  if (!sources?.length) return [planned]
  const { isSparse, ids, part, totals, pages } = await sampleOf(db, { ...narrowed, sources }, direction, wanted)
  const total = (at: number) => totals[at] ?? 0
  const read = COST.read + (sources.some(({ isText }) => isText) ? COST.text : 0)
  const inOrder: Way = { where: sql`${allOf(list)} and ${between}`, settings: IN_ORDER, cost: part * ids * read }
  const lookedUp = sources.flatMap((source, at): Way[] => {
    if (!source.ids) return []
    const where = allMet(list.live, [sql<boolean>`${id} = any(array(${source.ids}))`, ...source.rest])
    const each = COST.lookUp + source.otherTables * COST.otherTable
    // A single value beside it has its own index, in which the ids are looked up.
    const lookedUp = source.restSorted
      ? total(1 - at) * COST.indexed
      : total(at) * each + pages(at, PER_PAGE) * COST.page
    return [{ where, cost: total(at) * (source.sorted ? COST.indexed : COST.unsorted) + part * lookedUp }]
  })
  const collected = sources.map(({ collects }, at) => ({ ids: total(at), others: ids - total(at), all: ids })[collects])
  const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0)
  const together = (): Way => {
    const ofRows = merged && allMet(list.live, [sql<boolean>`${id} = any(array(${merged}))`])
    if (ofRows) return { where: ofRows, settings: MERGED, cost: sum(collected) * COST.indexed }
    const isMerged = sources.every(({ sorted }) => sorted)
    if (isMerged) return { where: found, settings: IN_ORDER, cost: part * sum(collected) * COST.indexed }
    const each = (at: number) => (sources[at]?.isOther ? COST.joined : COST.collected)
    return { where: found, cost: sum(collected.map((n, at) => n * each(at))) }
  }
  return [...(isSparse ? [planned] : []), inOrder, ...lookedUp, together()]
}

/** The first matches of a list by id, one more than `most`, in its order: both their number and the page. */
export async function foundOn(
  db: Db,
  { list, way, direction }: { list: Foreseen; way: Way; direction: Direction },
  part: Part,
  most: number,
): Promise<Ids> {
  const id = sql.raw(`${list.alias}.id`)
  const query = sql<Ids>`
    with found as materialized (select array(
      select ${id} from ${sql.raw(list.from)} where ${way.where} order by ${id} ${sql.raw(direction)} limit ${most + 1}
    ) as ids)
    select cardinality(ids) as n, ids[${part.offset + 1}:${part.offset + part.limit}] as ids from found`
  const { rows } = way.settings
    ? await withSettings(db, way.settings, (tx) => query.execute(tx))
    : await query.execute(db)
  return rows[0] ?? { n: 0, ids: [] }
}

/**
 * The first matches of a list by id on the way that seems the shortest: the list is read in its order; the few rows that one filter
 * lets through are looked up; the indexes of all filters are merged; or the planner decides.
 */
export async function foundById(db: Db, list: Foreseen, direction: Direction, part: Part, most: number): Promise<Ids> {
  const isShort = list.ids.last - list.ids.first < SHORT
  const ways = await waysTo(db, isShort ? { ...list, sources: null } : list, direction, most + 1)
  const [way] = ways.toSorted((one, other) => one.cost - other.cost)
  if (!way) throw new Error('There is no way to the matches')
  return foundOn(db, { list, way, direction }, part, most)
}

/** Runs a statement with these settings, which travel with it. */
const withSettings = <T>(db: Db, settings: Record<string, string>, run: (db: Db) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    const each = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    const [, result] = await Promise.all([sql`select ${sql.join(each)}`.execute(tx), run(tx)])
    return result
  })
