import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { tellOfRefusedSet } from '#server/notes/tell-colleagues.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { applySet, holdRates } from './apply-set.ts'

/** What the trail says of a set that takes effect by itself: its maker prepared it, and no address asked for it. */
const actorFor = (userId: number) => ({ userId, impersonatorId: null, ip: '', requestId: 'rates' })

/**
 * Applies the scheduled sets whose time has come, one after the other, each as a whole. One that no longer fits is a
 * draft again, with the reasons. Returns how many were looked at.
 */
export async function applyDueSets(db: Db): Promise<number> {
  let looked = 0
  while (await applyNext(db)) looked++
  return looked
}

async function applyNext(db: Db): Promise<boolean> {
  const due = await db
    .selectFrom('rateSets')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('validFrom', '<=', sql<string>`now()`)
    .orderBy('validFrom')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (due) await inTransaction(db, (tx) => applyDue(tx, due.id))
  return due !== undefined
}

/** Applies a set whose time has come, unless another server did, or somebody took it back meanwhile. */
async function applyDue(tx: Tx, id: number): Promise<void> {
  const at = await holdRates(tx, id)
  const set = await tx
    .selectFrom('rateSets')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('validFrom', '<=', at)
    .forUpdate()
    .executeTakeFirst()
  if (!set) return
  const actor = actorFor(set.madeBy)
  const conflicts = await applySet(tx, set, at, actor)
  if (conflicts.length === 0) return
  await tx
    .updateTable('rateSets')
    .set({ state: 'draft', refused: JSON.stringify({ at, conflicts }), updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  await recordAudit(tx, actor, { action: 'rate set.refuse', entity: 'rateSets', entityId: id })
  await tellOfRefusedSet(tx, { rateSetId: id, madeBy: set.madeBy }, actor)
}
