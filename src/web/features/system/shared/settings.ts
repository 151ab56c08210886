import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { zonesFrom } from '#contract/lib/zones.ts'
import { publicSettings } from '#contract/system/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { typeDaysIn } from '#web/lib/format/form-dates.ts'

/** The server's public settings, read once. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => {
    const settings = await request(publicSettings, 'settings')
    const { zone } = settings
    zonesFrom((name) => (name === zone.name ? zone : null))
    typeDaysIn(settings.timeZone)
    return settings
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The settings; the shell loads them before any screen shows. */
export const useSettings = () => useQuery(settingsQuery).data

/** Formats of dates in the server's time zone; one object while the zone stays. */
export function useDates() {
  const zone = useSettings()?.timeZone ?? 'UTC'
  return useMemo(() => datesIn(zone), [zone])
}
