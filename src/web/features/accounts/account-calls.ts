import { queryOptions } from '@tanstack/react-query'
import { recoveryCodes, secondFactorState, totpSecret } from '#contract/accounts/second-factor.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => request(secondFactorState, 'user/totp', { signal }),
})

/** A secret for the app, made each time the set-up is opened, and not cached afterwards. */
export const newSecretQuery = queryOptions({
  queryKey: ['account', 'new-secret'],
  queryFn: () => request(totpSecret, 'user/totp/start', { method: 'POST' }),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/**
 * Fetches the secret before the set-up opens: if the server wants a confirmation first, it is asked over the
 * page, not over an empty dialog.
 */
export const fetchNewSecret = () => queryClient.fetchQuery({ ...newSecretQuery, staleTime: 0, gcTime: 5_000 })

const refreshFactor = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })

/** Turns the second factor on; returns the recovery codes. */
export async function confirmFactor(code: string): Promise<string[]> {
  const body = { code }
  const { recoveryCodes: codes } = await request(recoveryCodes, 'user/totp/confirm', { method: 'POST', body })
  void refreshFactor()
  return codes
}

export async function renewCodes(code: string): Promise<string[]> {
  const body = { code }
  const { recoveryCodes: codes } = await request(recoveryCodes, 'user/totp/recovery-codes', { method: 'POST', body })
  void refreshFactor()
  return codes
}

export async function removeFactor(code: string): Promise<void> {
  await request(nothing, 'user/totp', { method: 'DELETE', body: { code } })
  await refreshFactor()
}
