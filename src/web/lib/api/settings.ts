import { queryOptions, useQuery } from '@tanstack/react-query'
import { publicSettings } from '#contract/session/settings.ts'
import { request } from './api.ts'

/** What the screens need to know of the server: read once. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => request(publicSettings, 'settings'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The settings; the shell has loaded them before any screen shows. */
export const useSettings = () => useQuery(settingsQuery).data
