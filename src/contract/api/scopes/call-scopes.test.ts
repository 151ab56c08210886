import { expect, test } from 'vitest'
import { covers } from '#contract/accounts/scopes.ts'
import { CALLS } from '#contract/api/calls.ts'
import { scopesOfCall } from './call-scopes.ts'

const scopesOf = (call: string) => {
  const [method = '', path = ''] = call.split(' ')
  return scopesOfCall(method, path)
}

/** Calls about one person, the state of the server, accounts, settings and rights. */
const CLOSED = `
POST login, POST logout, POST first-run, POST app/forgot-password, POST app/reset-password, POST app/reset-password/check
GET user/check_token, GET user/personal/get, PUT user/personal/password, POST login/second-factor
GET user/totp, POST user/totp/start, POST user/totp/confirm, DELETE user/totp, POST user/totp/recovery-codes, POST user/step-up, POST user/step-up/start
GET user/sessions, DELETE user/sessions/{id}, POST user/sessions/end-others, GET user/frame-ticket
GET login/ways, POST login/passkey/start, POST login/passkey, POST login/oidc, POST login/oidc/finish
GET user/passkey, POST user/passkey/start, POST user/passkey, PUT user/passkey/{id}, DELETE user/passkey/{id}
GET user/personal/preferences, PUT user/personal/preferences, PUT admin/settings/column/orders
GET health, GET ready, GET settings, GET admin/setup, POST admin/setup/dismiss
GET admin/settings, PUT admin/settings, GET admin/company, PUT admin/company, GET attention-rule, PUT attention-rule/{code}
GET admin/api-key, POST admin/api-key, DELETE admin/api-key/{id}
GET admin/audit, GET admin/audit/filters, GET admin/audit/export, GET admin/history/{of}/{id}
GET admin/staff, GET admin/staff/{id}/sessions, DELETE admin/staff/{id}/sessions, DELETE admin/staff/{id}/sessions/{sid}
GET staff/get_all, POST admin/user/change/password/{id}, GET admin/user/deleted, POST admin/user/{id}/restore
GET admin/user/{id}/export, GET admin/user/{id}/erase, POST admin/user/{id}/erase
GET user/get/{id}, GET admin/user/{id}/impersonations, DELETE admin/user/{id}/impersonations/{sessionId}
POST template/email/test, POST admin/mail/retry, POST admin/mail/{id}/retry, POST admin/mail/{id}/cancel
GET live, POST live/presence, GET notifications, POST notifications/read, GET search, GET recents, POST recents
GET drafts, PUT drafts/{kind}/{id}, DELETE drafts/{kind}/{id}
GET attention/hand-over, POST attention/hand-over, DELETE attention/hand-over`

test('calls about persons, accounts and settings, reports, views, webhooks, mailboxes, feeds and addresses of mail copies are closed to API keys; all others have a scope', () => {
  const closed = Object.keys(CALLS).filter((call) => scopesOf(call) === null)
  const families =
    /^\w+ (report(?!\/offers)|views|admin\/email|admin\/webhook|admin\/webhook-delivery|inbox|admin\/inbox|feed)(\/|$)/
  expect(closed.filter((call) => !families.test(call)).sort()).toEqual(CLOSED.trim().split(/, |\n/).sort())
  for (const call of Object.keys(CALLS)) if (families.test(call)) expect(closed).toContain(call)
})

test('reading needs the scope to read, changing the scope to write, and an undeclared call is closed', () => {
  expect(scopesOf('GET request/booking/get_all')).toEqual(['orders:read'])
  expect(scopesOf('PUT request/booking/edit/{id}')).toEqual(['orders:write'])
  expect(scopesOf('GET request/booking/resend/{id}')).toEqual(['orders:write'])
  expect(scopesOf('POST calculator/drop-off_by_supplier')).toEqual(['orders:read'])
  expect(scopesOf('DELETE port/delete/{id}')).toEqual(['reference:write'])
  expect(scopesOf('POST sailing/{id}/orders')).toEqual(['reference:write', 'orders:write'])
  for (const call of ['GET request/booking/anything', 'PATCH port/{id}', 'GET constructor', 'GET '])
    expect(scopesOf(call), call).toBeNull()
})

test('the scope to write something includes the one to read it, and nothing else', () => {
  expect(covers(['orders:write'], 'orders:read')).toBe(true)
  expect(covers(['orders:read'], 'orders:write')).toBe(false)
  expect(covers(['clients:write'], 'orders:read')).toBe(false)
  expect(covers([], 'orders:read')).toBe(false)
  // A key that answers mail must be able to read it.
  expect(covers(['mail:write'], 'inbox:read')).toBe(true)
  expect(covers(['mail:write'], 'inbox:write')).toBe(false)
})
