import { queryOptions } from '@tanstack/react-query'
import { type StaffSettings, staffSettings, staffSettingsInput } from '#contract/system/staff-settings.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const PATH = 'admin/settings'

/** What administrators set for all staff. */
export const staffSettingsQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => request(staffSettings, PATH, { signal }),
})

/** The fields of the form, by the server's own rules. */
export const settingsSchema = staffSettingsInput.required()

/** Saves the settings that were changed: what a colleague set meanwhile stays. The queue follows at once. */
export async function saveStaffSettings(before: StaffSettings, values: StaffSettings): Promise<void> {
  const changed = Object.entries(values).filter(([key, value]) => before[key as keyof StaffSettings] !== value) // one of its own keys
  await request(staffSettings, PATH, { method: 'PUT', body: Object.fromEntries(changed) })
  await Promise.all([queryClient.invalidateQueries({ queryKey: [PATH] }), refreshQueue()])
}
