import { API_KEYS_PATH } from '#contract/integrations/api-keys.ts'
import { webhooks } from '#contract/integrations/webhooks.ts'
import type { StepUp } from '#contract/session/second-factor.ts'
import { callKey } from './call.ts'

/** Exports of lists, all of them, and the manifest of a sailing. */
const EXPORT = /\/(export|manifest)$/

/** What changes how an account signs in, answers a secret that opens the API to others, or hands out or removes all about a person. */
const EVERYBODY = new Set([
  `POST ${API_KEYS_PATH}`,
  `POST ${webhooks.path}`,
  `POST ${webhooks.path}/add`,
  `PUT ${webhooks.path}/save`,
  `POST ${webhooks.path}/{id}/rotate`,
  'POST user/passkey/start',
  'GET admin/user/{id}/export',
  'POST admin/user/{id}/erase',
])

/** Viewing as a client. */
const WITH_FACTOR = new Set(['GET user/get/{id}'])

/** Who must have confirmed lately that it is them to make the call of this method and path; null for nobody. */
export function stepUpOf(method: string, path: string): StepUp | null {
  const key = callKey(method, path)
  if (EVERYBODY.has(key)) return 'everybody'
  return EXPORT.test(key) || WITH_FACTOR.has(key) ? 'with-factor' : null
}
