import { SAILING_DATES, type SailingDate } from '#contract/sailings/sailing-codes.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'

/** The dates of a sailing. */
export type Dates = Record<SailingDate, string | null>

interface DateChange {
  sailingId: number
  /** Dates before; null for a new sailing. */
  before: Dates | null
  after: Dates
}

/** Adds a row to `sailing_dates` for each date of a sailing that changes. */
export const recordDates = (tx: Tx, actor: Actor, change: DateChange): Promise<void> =>
  recordAllDates(tx, actor, [change])

/** `recordDates` for several sailings at once. */
export async function recordAllDates(
  tx: Tx,
  actor: Actor,
  changes: readonly DateChange[],
  source: 'staff' | 'import' | 'api' | 'carrier' = 'staff',
): Promise<void> {
  const rows = changes.flatMap(({ sailingId, before, after }) =>
    SAILING_DATES.map((field) => ({ field, value: after[field], previous: before?.[field] ?? null }))
      .filter(({ value, previous }) => value !== previous)
      .map((row) => ({ ...row, sailingId, source, userId: actor.userId })),
  )
  if (rows.length > 0) await tx.insertInto('sailingDates').values(rows).execute()
}
