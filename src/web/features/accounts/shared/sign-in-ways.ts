import { queryOptions } from '@tanstack/react-query'
import { SIGN_IN_WAYS_PATH, signInWays } from '#contract/accounts/single-sign-on.ts'
import { request } from '#web/lib/api/api.ts'

/** Ways in which staff can sign in here. */
export const waysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: ({ signal }) => request(signInWays, SIGN_IN_WAYS_PATH, { signal }),
  staleTime: 60_000,
})
