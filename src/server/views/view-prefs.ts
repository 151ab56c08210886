import { sql } from 'kysely'
import type { z } from 'zod'
import type { View } from '#contract/views/view.ts'
import type { viewPrefsInput } from '#contract/views/views.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { readView } from './read-views.ts'

type Prefs = Pick<View, 'pinned' | 'position' | 'isDefault'>

const prefsOf = ({ pinned, position, isDefault }: View): Prefs => ({ pinned, position, isDefault })

/** The place after the pinned views of a list. */
async function lastPlace(tx: Tx, { list }: View, userId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('viewPrefs')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where('pinned', '=', true)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

/**
 * Pins a view for the caller, moves it among the pinned ones, or makes it the default of its list; each
 * person has their own pins and default, for shared views too. Returns the view. Throws 404.
 */
export async function savePrefs(
  tx: Tx,
  _: Services,
  { id, isAdmin, patch }: { id: number; isAdmin: boolean; patch: z.output<typeof viewPrefsInput> },
  actor: Actor,
): Promise<View> {
  const userId = actor.userId ?? 0
  // The lock keeps two changes at once from both becoming the default.
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const before = await readView(tx, { id, userId, isAdmin })
  const { list } = before
  const isNew = patch.pinned === true && !before.pinned && patch.position === undefined
  const after = { ...prefsOf(before), ...patch, ...(isNew && { position: await lastPlace(tx, before, userId) }) }
  if (after.isDefault)
    await sql`update view_prefs set is_default = false where user_id = ${userId} and list = ${list} and is_default`.execute(
      tx,
    )
  await tx
    .insertInto('viewPrefs')
    .values({ userId, viewId: id, list, ...after })
    .onConflict((conflict) => conflict.columns(['userId', 'viewId']).doUpdateSet(after))
    .execute()
  const change = { action: 'view.prefs', entity: 'views', entityId: id, before: prefsOf(before), after }
  await recordAudit(tx, actor, change, ['pinned', 'position', 'isDefault'])
  return readView(tx, { id, userId, isAdmin })
}
