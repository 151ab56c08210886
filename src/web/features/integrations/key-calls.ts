import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockX } from '@tabler/icons-react'
import { API_KEYS_PATH, type ApiKey, type ApiKeyInput, apiKey, newApiKey } from '#contract/integrations/api-keys.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { listCall, NEWEST_FIRST } from '#web/lib/list/list-call.ts'

const KEYS = ['api-keys']
const refresh = () => queryClient.invalidateQueries({ queryKey: KEYS })

export const keysCall = listCall({
  key: KEYS,
  path: API_KEYS_PATH,
  row: apiKey,
  startSort: NEWEST_FIRST,
  sortKeys: ['id'],
})

export async function createKey(body: ApiKeyInput) {
  const made = await request(newApiKey, API_KEYS_PATH, { method: 'POST', body })
  void refresh()
  return made
}

export async function revokeKey({ id }: Pick<ApiKey, 'id'>): Promise<void> {
  await request(nothing, `${API_KEYS_PATH}/${id}`, { method: 'DELETE' })
  await refresh()
}

const LOOKS = {
  active: { tone: 'good', icon: IconCircleCheck, children: 'Active' },
  expired: { tone: 'neutral', icon: IconClockX, children: 'Expired' },
  revoked: { tone: 'neutral', icon: IconCircleX, children: 'Revoked' },
  suspended: { tone: 'warn', icon: IconAlertTriangle, children: 'Suspended' },
} as const

/** The badge of a key's state. */
export const keyLook = ({ state }: ApiKey) => LOOKS[state]
