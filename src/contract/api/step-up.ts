import { API_KEYS_PATH } from '#contract/integrations/api-keys.ts'
import { webhooks } from '#contract/integrations/webhooks.ts'
import { callKey } from './call.ts'

/** Exports of lists, all of them, and the manifest of a sailing. */
const EXPORT = /\/(export|manifest)$/

/** Viewing as a client, what answers a secret that opens the API to others, and another way to sign in. */
const OTHERS = new Set([
  'GET user/get/{id}',
  `POST ${API_KEYS_PATH}`,
  `POST ${webhooks.path}`,
  `POST ${webhooks.path}/add`,
  `PUT ${webhooks.path}/save`,
  `POST ${webhooks.path}/{id}/rotate`,
  'POST user/passkey/start',
])

/** Whether people with a second factor must have given a code lately to make the call of this method and path. */
export function needsStepUp(method: string, path: string): boolean {
  const key = callKey(method, path)
  return EXPORT.test(key) || OTHERS.has(key)
}
