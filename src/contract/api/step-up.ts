import { PASSKEYS_PATH } from '#contract/accounts/passkeys.ts'
import type { StepUp } from '#contract/accounts/second-factor.ts'
import { API_KEYS_PATH } from '#contract/integrations/api-keys.ts'
import { webhooks } from '#contract/integrations/webhooks.ts'
import { inboxes } from '#contract/mail-in/inboxes.ts'
import { callKey } from './call.ts'

/** Exports of all lists, and the manifest of a sailing. */
const EXPORT = /\/(export|manifest)$/

/** Calls that write the records of a path, each by its names. */
const writesOf = (path: string) => [
  ...[`POST ${path}`, `POST ${path}/add`, `PUT ${path}/{id}`, `PUT ${path}/edit/{id}`, `PUT ${path}/save`],
  ...[`DELETE ${path}/{id}`, `DELETE ${path}/delete/{id}`],
]

/**
 * Calls that change how an account signs in, create API keys, write webhooks or mailboxes, set a client's password,
 * end other sessions, or export or erase a person.
 */
const EVERYBODY = new Set([
  'POST user/totp/start',
  'POST user/totp/confirm',
  `POST ${PASSKEYS_PATH}/start`,
  `POST ${PASSKEYS_PATH}`,
  `PUT ${PASSKEYS_PATH}/{id}`,
  `DELETE ${PASSKEYS_PATH}/{id}`,
  `POST ${API_KEYS_PATH}`,
  ...writesOf(webhooks.path),
  `POST ${webhooks.path}/{id}/rotate`,
  ...writesOf(inboxes.path),
  'POST admin/user/change/password/{id}',
  'DELETE user/sessions/{id}',
  'POST user/sessions/end-others',
  'GET admin/user/{id}/export',
  'POST admin/user/{id}/erase',
])

/**
 * Calls that need a confirmation for some bodies: one with a client's password does, one with a code of the
 * second factor is a confirmation itself.
 */
const BY_BODY = new Set(['PUT user/{id}', 'DELETE user/totp', 'POST user/totp/recovery-codes'])

/** The call to view the site as a client. */
const WITH_FACTOR = new Set(['GET user/get/{id}'])

/** The callers who must have confirmed lately that it is them before they make this call; null for nobody. */
export function stepUpOf(method: string, path: string): StepUp | null {
  const key = callKey(method, path)
  if (EVERYBODY.has(key)) return 'everybody'
  if (BY_BODY.has(key)) return 'by-body'
  return EXPORT.test(key) || WITH_FACTOR.has(key) ? 'with-factor' : null
}
