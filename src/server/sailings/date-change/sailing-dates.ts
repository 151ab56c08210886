import { sql } from 'kysely'
import { SAILING_DATES } from '#contract/sailings/sailing-codes.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { recordDates } from '#server/sailings/record-dates.ts'
import type { SailingMoved } from './moves.ts'

interface DatesWritten {
  sailingId: number
  moves: readonly SailingMoved[]
  reasonCode?: string
  comment?: string
}

const datesOf = (tx: Tx, sailingId: number) =>
  tx
    .selectFrom('sailings')
    .select([...SAILING_DATES, 'reference'])
    .where('id', '=', sailingId)

/** Writes the dates of a sailing, which must be locked, with a row for each in `sailing_dates`. */
export async function writeSailingDates(
  tx: Tx,
  actor: Actor,
  { sailingId, moves, reasonCode, comment }: DatesWritten,
): Promise<void> {
  if (moves.length === 0) return
  const before = await datesOf(tx, sailingId).executeTakeFirstOrThrow()
  const changed = Object.fromEntries(moves.map(({ field, to }) => [field, to]))
  await tx
    .updateTable('sailings')
    .set({ ...changed, updatedAt: nextVersion() })
    .where('id', '=', sailingId)
    .execute()
  await recordDates(tx, actor, { sailingId, before, after: { ...before, ...changed } })
  const why = { ...(reasonCode && { reasonCode }), ...(comment && { comment }) }
  const old = Object.fromEntries(moves.map(({ field, from }) => [field, from]))
  const change = { before: old, after: { ...changed, ...why } }
  const event = { action: 'sailing.change-dates', entity: 'sailings', entityId: sailingId, ...change }
  await recordAudit(tx, actor, event, Object.keys(change.after))
}

/**
 * Restores the dates of a sailing, all or none: none if somebody has changed one since. Returns which stay
 * and why; null if they were restored.
 */
export async function takeDatesBack(
  tx: Tx,
  actor: Actor,
  { sailingId, moves }: Pick<DatesWritten, 'sailingId' | 'moves'>,
): Promise<string | null> {
  if (moves.length === 0) return null
  const now = await datesOf(tx, sailingId).select('status').forUpdate().executeTakeFirst()
  if (!now) return 'The sailing was deleted.'
  const back = moves.map(({ field, from, to }) => ({ field, from: to, to: from }))
  const after = { ...now, ...Object.fromEntries(back.map(({ field, to }) => [field, to])) }
  const { rows } = await sql<{
    fits: boolean
  }>`select coalesce(${after.portEta}::timestamptz >= ${after.etd}, true) as fits`.execute(tx)
  const same = moves.every(({ field, to }) => now[field] === to)
  if (!same || !rows[0]?.fits) return `The dates of ${now.reference} were changed since, and stay.`
  await writeSailingDates(tx, actor, { sailingId, moves: back })
  return null
}
