import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { firstInstant } from '#contract/rates/rate-days.ts'
import type { Lane } from '#contract/rates/rate-entities.ts'
import { MOST_DAYS_AHEAD, type RateConflict, UNDO_HOURS, type UndoneSet } from '#contract/rates/rate-sets.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { copyBook, freightFinder, type Rate, type RateBook, readBook } from '#server/pricing/rate-book.ts'
import { recordAudit, recordEach } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { applySet, cellsIn, holdRates, writeCells } from './apply-set.ts'
import { figureOf, type RateChange } from './changed-book.ts'
import { conflictsIn, expectedBook, judgeChanges, laneLabel } from './expected.ts'
import { lockSet, OPEN_STATES } from './lock-set.ts'
import { readChanges } from './scheduled-sets.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** 409 for a set that no longer fits what is true, with what differs. */
function stale(conflicts: readonly RateConflict[]): AppError {
  const [first] = conflicts
  const more = conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : ''
  return new AppError(409, `${first?.label}${more} changed since this rate set was written.`, { conflicts })
}

/** Throws 400 at `validFrom` unless it lies in the future and at most two years ahead. */
export function requireComing(validFrom: string): void {
  const now = Date.now()
  const at = Date.parse(validFrom)
  if (at <= now) throw invalid({ validFrom: 'This must be in the future' })
  if (at > now + MOST_DAYS_AHEAD * DAY_MS) throw invalid({ validFrom: 'This is more than two years ahead' })
}

/** Schedules a draft. Throws 400 at `validFrom` and `changes`, 409 with what no longer fits. */
export async function scheduleSet(
  tx: Tx,
  { config }: Services,
  { id, validFrom: sent }: { id: number; validFrom: string | null },
  actor: Actor,
): Promise<void> {
  const set = await lockSet(tx, id, ['draft'])
  const validFrom = sent === null ? set.validFrom : firstInstant(sent, config.timeZone)
  if (validFrom === null) throw invalid({ validFrom: 'Choose when it takes effect' })
  requireComing(validFrom)
  const changes = await readChanges(tx, [id])
  if (changes.length === 0) throw invalid({ changes: 'This rate set changes nothing' })
  const conflicts = conflictsIn(judgeChanges(await expectedBook(tx, { id, validFrom }), changes))
  if (conflicts.length > 0) throw stale(conflicts)
  await tx
    .updateTable('rateSets')
    .set({ state: 'scheduled', validFrom, refused: null, updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  await recordAudit(
    tx,
    actor,
    { action: 'rate set.schedule', entity: 'rateSets', entityId: id, after: { validFrom } },
    ['validFrom'],
  )
}

/** Applies a draft or a scheduled set now. Throws 409 with what no longer fits; then nothing is written. */
export async function applyNow(tx: Tx, _: Services, id: number, actor: Actor): Promise<void> {
  const at = await holdRates(tx, id)
  const conflicts = await applySet(tx, await lockSet(tx, id, OPEN_STATES), at, actor)
  if (conflicts.length > 0) throw stale(conflicts)
}

/** Cancels a set that was not applied, for good. */
export async function cancelSet(tx: Tx, _: Services, id: number, actor: Actor): Promise<void> {
  await lockSet(tx, id, OPEN_STATES)
  await tx.updateTable('rateSets').set({ state: 'cancelled', updatedAt: nextVersion() }).where('id', '=', id).execute()
  await recordAudit(tx, actor, { action: 'rate set.cancel', entity: 'rateSets', entityId: id })
}

/** A lane of a set that cannot go back, and the rate that stands in its way. */
const laneRefused = (
  { action, entity, recordId }: RateChange,
  values: Lane,
  now: Rate<'freight'> | null | undefined,
) => ({
  entity,
  recordId,
  label: laneLabel(values),
  field: null,
  old: null,
  now: now?.values.cbm ?? null,
  set: action === 'add' ? values.cbm : null,
})

/** Which lanes of a set can go back: new ones that are as it made them, ended ones whose lane is free then. */
function lanesBack(book: RateBook, changes: readonly RateChange[]) {
  const left = copyBook(book)
  const going: RateChange[] = []
  const returning: (RateChange & { values: Lane })[] = []
  const refused: UndoneSet['refused'] = []
  for (const change of changes) {
    const { action, recordId, values } = change
    if (action !== 'add' || !values) continue
    const now = book.freight.get(recordId ?? 0)
    if (!now || !isDeepStrictEqual(now.values, values)) {
      refused.push(laneRefused(change, values, now))
      continue
    }
    going.push(change)
    left.freight.delete(now.id)
  }
  // A set may end a lane and begin it anew: it is free once the new one is gone.
  const freightOf = freightFinder(left)
  for (const change of changes) {
    const { action, values } = change
    if (action !== 'end' || !values) continue
    const now = freightOf(values.tier, values.dest)
    if (now) refused.push(laneRefused(change, values, now))
    else returning.push({ ...change, values })
  }
  return { going, returning, refused }
}

/** Takes new lanes away, and brings ended ones back under their ids. */
async function moveLanes(
  tx: Tx,
  actor: Actor,
  { going, returning }: { going: readonly RateChange[]; returning: readonly (RateChange & { values: Lane })[] },
): Promise<void> {
  const ids = going.flatMap(({ recordId }) => recordId ?? [])
  if (ids.length > 0) await tx.deleteFrom('freight').where('id', 'in', ids).execute()
  const back = returning.flatMap(({ recordId, values }) => (recordId === null ? [] : [{ ...values, id: recordId }]))
  if (back.length > 0) await tx.insertInto('freight').values(back).execute()
  await recordEach(
    tx,
    actor,
    [
      ...going.map(({ recordId: entityId, values: before }) => ({
        action: 'freight.remove',
        entity: 'freight',
        entityId,
        before,
      })),
      ...returning.map(({ recordId: entityId, values: after }) => ({
        action: 'freight.create',
        entity: 'freight',
        entityId,
        after,
      })),
    ],
    ['tier', 'dest', 'cbm', 'mt'],
  )
}

/** Puts back what a set brought and nobody changed since; names the rest. Within a day of applying, once. */
export async function undoSet(
  tx: Tx,
  _: Services,
  id: number,
  actor: Actor,
): Promise<Pick<UndoneSet, 'undone' | 'refused'>> {
  await holdRates(tx, null)
  const set = await lockSet(tx, id, ['current', 'past'])
  if (Date.parse(set.appliedAt ?? '') < Date.now() - UNDO_HOURS * HOUR_MS)
    throw new AppError(409, 'This rate set was applied more than a day ago.')
  const changes = await readChanges(tx, [id])
  const judged = cellsIn(changes).map((cell) => ({ cell, now: 0 }))
  const book = await readBook(tx, null)
  for (const each of judged) {
    // The maps of a book differ by their values only.
    const rates = book[each.cell.entity] as ReadonlyMap<number, Parameters<typeof figureOf>[0]>
    Object.assign(each, { now: figureOf(rates.get(each.cell.recordId), each.cell.field) })
  }
  const back = judged.filter(({ cell, now }) => now === cell.new).map(({ cell }) => cell)
  await writeCells(
    tx,
    actor,
    back.map((cell) => ({ ...cell, from: cell.new, to: cell.old })),
  )
  const lanes = lanesBack(book, changes)
  await moveLanes(tx, actor, lanes)
  const labels = judgeChanges(book, changes)
  const refused = judged
    .filter(({ cell }) => !back.includes(cell))
    .map(({ cell: { entity, recordId, field, old, new: figure }, now }) => ({
      entity,
      recordId,
      label: labels.find((row) => row.entity === entity && row.recordId === recordId)?.label ?? '',
      field,
      old,
      now,
      set: figure,
    }))
  await leave(tx, set.state === 'current', id)
  await recordAudit(tx, actor, { action: 'rate set.undo', entity: 'rateSets', entityId: id })
  const undone = back.length + lanes.going.length + lanes.returning.length
  return { undone, refused: [...refused, ...lanes.refused] }
}

/** Cancels an applied set; the one that was applied before it is the current one again. */
async function leave(tx: Tx, wasCurrent: boolean, id: number): Promise<void> {
  await tx
    .updateTable('rateSets')
    .set({ state: 'cancelled', undoneAt: sql`now()`, updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  if (!wasCurrent) return
  await sql`
    update rate_sets set state = 'current', updated_at = next_version(updated_at)
    where id = (select id from rate_sets where state = 'past' order by applied_at desc, id desc limit 1)`.execute(tx)
}
