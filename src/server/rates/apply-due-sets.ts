import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/db/client.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { applySet } from './apply-set.ts'
import { lockSet } from './lock-set.ts'

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

const applyNext = (db: Db): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('rateSets')
      .select('id')
      .where('state', '=', 'scheduled')
      .where('validFrom', '<=', sql<string>`now()`)
      .orderBy('validFrom')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!due) return false
    const set = await lockSet(tx, due.id, ['scheduled'])
    const actor = actorFor(set.madeBy)
    const conflicts = await applySet(tx, set, actor)
    if (conflicts.length === 0) return true
    await tx
      .updateTable('rateSets')
      .set({
        state: 'draft',
        refused: JSON.stringify({ at: new Date().toISOString(), conflicts }),
        updatedAt: nextVersion(),
      })
      .where('id', '=', set.id)
      .execute()
    await recordAudit(tx, actor, { action: 'rate set.refuse', entity: 'rateSets', entityId: set.id })
    return true
  })
