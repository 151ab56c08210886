import type { z } from 'zod'
import type { ViewedList } from '#contract/views/view.ts'
import type { lastViewInput } from '#contract/views/views.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'

/** The view of a list that a person opened last: its id, or the name of a built-in one. Null for none. */
export async function readLastView(db: Db, { userId, list }: { userId: number; list: ViewedList }) {
  const row = await db
    .selectFrom('lastViews')
    .select('view')
    .where('userId', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row?.view ?? null
}

/** Remembers the view that the caller opened. The audit trail is about changes: opening is none. */
export async function saveLastView(
  tx: Tx,
  _: Services,
  { list, view }: z.output<typeof lastViewInput>,
  actor: Actor,
): Promise<void> {
  await tx
    .insertInto('lastViews')
    .values({ userId: actor.userId ?? 0, list, view })
    .onConflict((conflict) => conflict.columns(['userId', 'list']).doUpdateSet({ view }))
    .execute()
}
