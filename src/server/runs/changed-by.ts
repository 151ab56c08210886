import { formatAt } from '#contract/lib/format.ts'
import type { Db } from '#server/db/client.ts'
import { lastEditor } from '#server/resource/versions.ts'

/** Why a row with another version stays as it is: 'changed by Marta at 10:02'. */
export async function changedBy(
  db: Db,
  record: { id: number; updatedAt: string | null },
  entity: 'orders' | 'confirmations' | 'offers',
  timeZone: string,
): Promise<string> {
  const { id, updatedAt } = record
  if (!updatedAt) return 'changed by someone else'
  const who = await lastEditor(db, { id, updatedAt }, entity)
  return `changed by ${who ?? 'someone else'} ${formatAt(updatedAt, timeZone)}`
}
