import type { z } from 'zod'
import { keysOf } from '#contract/lib/record-of.ts'
import { STAFF_SETTING_DEFAULTS, type StaffSettings, type staffSettingsInput } from '#contract/system/staff-settings.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

/** All settings of the staff; those that nobody changed have their defaults. */
export async function readStaffSettings(db: Db): Promise<StaffSettings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return { ...STAFF_SETTING_DEFAULTS, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
}

/** Changes the settings that were sent. Returns all. */
export async function saveStaffSettings(
  tx: Tx,
  _: Services,
  input: z.output<typeof staffSettingsInput>,
  actor: Actor,
): Promise<StaffSettings> {
  const before = await readStaffSettings(tx)
  const changed = keysOf(input).filter((key) => input[key] !== undefined && input[key] !== before[key])
  if (changed.length === 0) return before
  await tx
    .insertInto('settings')
    .values(changed.map((key) => ({ key, value: JSON.stringify(input[key]) })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
  const after = { ...before, ...input }
  await recordAudit(tx, actor, { action: 'settings.update', entity: 'settings', before, after }, changed)
  return after
}
