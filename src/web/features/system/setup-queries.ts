import { queryOptions } from '@tanstack/react-query'
import { nothing } from '#contract/lib/envelope.ts'
import { setup } from '#contract/system/setup.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { settingsQuery } from './shared/settings.ts'

/** The state of a new installation, read again whenever the checklist is opened. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => request(setup, 'admin/setup', { signal }),
  staleTime: 0,
})

/** Puts the checklist away for all administrators, and takes it out of the menu. */
export async function dismissSetup(): Promise<void> {
  await request(nothing, 'admin/setup/dismiss', { method: 'POST' })
  queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, setupOpen: false })
}
