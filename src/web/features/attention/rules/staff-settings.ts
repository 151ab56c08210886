import { queryOptions } from '@tanstack/react-query'
import { type StaffSettings, staffSettings, staffSettingsInput } from '#contract/system/staff-settings.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'

const PATH = 'admin/settings'

/** Settings that administrators change for all staff. */
export const staffSettingsQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => request(staffSettings, PATH, { signal }),
})

/** The fields of the form, by the server's own rules. */
export const settingsSchema = staffSettingsInput.required()

/** Saves the changed settings; those that a colleague set meanwhile stay. The queue follows at once. */
export async function saveStaffSettings(before: StaffSettings, values: StaffSettings): Promise<void> {
  // Object.entries() forgets that its keys are those of the settings
  const changed = Object.entries(values).filter(([key, value]) => before[key as keyof StaffSettings] !== value)
  stopIfUnchanged(changed.length > 0)
  await request(staffSettings, PATH, { method: 'PUT', body: Object.fromEntries(changed) })
  await Promise.all([queryClient.invalidateQueries({ queryKey: [PATH] }), refreshQueue()])
}
