import type { z } from 'zod'
import type { Preferences, preferencesInput } from '#contract/accounts/preferences.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

const FIELDS = ['startPage', 'digest', 'rowsPerPage', 'compactRows'] as const

/** Preferences of a member of staff. */
export const readPreferences = (db: Db, userId: number): Promise<Preferences> =>
  db.selectFrom('users').select(FIELDS).where('id', '=', userId).executeTakeFirstOrThrow()

/** Changes the preferences that were sent. Returns all of them. */
export async function savePreferences(
  tx: Tx,
  _: Services,
  { userId, patch }: { userId: number; patch: z.output<typeof preferencesInput> },
  actor: Actor,
): Promise<Preferences> {
  const before = await readPreferences(tx, userId)
  const after = { ...before, ...patch }
  if (FIELDS.every((field) => after[field] === before[field])) return before
  await tx.updateTable('users').set(patch).where('id', '=', userId).execute()
  const change = { action: 'user.preferences', entity: 'users', entityId: userId, before, after }
  await recordAudit(tx, actor, change, [...FIELDS])
  return after
}
