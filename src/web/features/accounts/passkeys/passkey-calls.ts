import { queryOptions } from '@tanstack/react-query'
import { creationOptions, ownPasskeys, PASSKEYS_PATH, type Passkey, passkey } from '#contract/accounts/passkeys.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { askDevice } from '#web/features/accounts/shared/ask-device.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** The caller's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['session', 'passkeys'],
  queryFn: async ({ signal }) => (await request(ownPasskeys, PASSKEYS_PATH, { signal })).items,
  // A sign-in elsewhere changes their last use.
  staleTime: 0,
})
const refresh = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })

/** Makes a passkey on the device, and registers it. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await request(creationOptions, `${PASSKEYS_PATH}/start`, { method: 'POST' })
  const credential = await askDevice(({ startRegistration }) => startRegistration({ optionsJSON }))
  await request(passkey, PASSKEYS_PATH, { method: 'POST', body: { name, credential } })
  await refresh()
}

export async function renamePasskey({ id }: Passkey, name: string): Promise<void> {
  await request(passkey, `${PASSKEYS_PATH}/${id}`, { method: 'PUT', body: { name } })
  await refresh()
}

export async function removePasskey({ id }: Passkey): Promise<void> {
  await request(nothing, `${PASSKEYS_PATH}/${id}`, { method: 'DELETE' })
  await refresh()
}
