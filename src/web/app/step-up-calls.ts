import { requestOptions } from '#contract/accounts/passkeys.ts'
import { steppedUp } from '#contract/accounts/second-factor.ts'
import { STEP_UP_PATH } from '#contract/accounts/step-up.ts'
import { askDevice } from '#web/features/accounts/shared/ask-device.ts'
import { request } from '#web/lib/api/api.ts'

/** Confirms this session with a code or the password's hash. */
export const confirmWith = (body: { code: string } | { password: string }) =>
  request(steppedUp, STEP_UP_PATH, { method: 'POST', body })

/** Confirms this session with one of the account's passkeys. */
export async function confirmWithPasskey(): Promise<void> {
  const optionsJSON = await request(requestOptions, `${STEP_UP_PATH}/start`, { method: 'POST' })
  const passkey = await askDevice(({ startAuthentication }) => startAuthentication({ optionsJSON }))
  await request(steppedUp, STEP_UP_PATH, { method: 'POST', body: { passkey } })
}
