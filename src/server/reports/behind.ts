import { sql } from 'kysely'
import { ruleLabel } from '#contract/attention/rules.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import type { BehindFilters, BehindName, ReportItem } from '#contract/reports/behind.ts'
import { type Period, stretchesOf } from '#contract/reports/period.ts'
import type { Db } from '#server/db/client.ts'
import { paginate } from '#server/resource/paginate.ts'
import { ROWS } from './behind-rows.ts'
import { laneOf, placeNames } from './names.ts'

/** The period of a list, and its filters. */
export interface Behind {
  period: Period
  filters: BehindFilters
}

type Row = Omit<ReportItem, 'originName' | 'destinationName'> & {
  origin: string
  destination: string
  /** Outcome of an item of the queue, whose `state` is its rule. */
  outcome?: string
}

/** A page of the rows that the figures of a report count. */
export async function listBehind(
  db: Db,
  name: BehindName,
  { period, filters }: Behind,
  page: { page: number; perPage: number },
): Promise<Page<ReportItem>> {
  const days = { days: stretchesOf(period, 'day') }
  const found = ROWS[name](days, filters)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from (${found}) x`.execute(db)).rows[0]?.n ?? 0
  const read = async (limit: number, offset: number) =>
    (
      await sql<Row>`select * from (${found}) x order by at desc, id desc, days limit ${limit} offset ${offset}`.execute(
        db,
      )
    ).rows
  const [{ items, ...rest }, places] = await Promise.all([paginate(page, count, read), placeNames(db)])
  return {
    ...rest,
    items: items.map(({ origin, destination, outcome, ...row }, at) => {
      const { originName, destinationName } = laneOf([origin, destination], places)
      const said = name === 'milestones' ? showMilestone(row.state) : row.state
      const state = outcome ? `${ruleLabel(row.state)}, ${outcome}` : said
      // An order can have reached several milestones, so its id is not unique.
      const id = name === 'milestones' ? `${row.id}-${rest.currentPageNumber}-${at}` : String(row.id)
      return { ...row, id, originName, destinationName, state }
    }),
  }
}
