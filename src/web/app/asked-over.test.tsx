import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { STEP_UP_NEEDED } from '#contract/accounts/second-factor.ts'
import { COLUMNS } from '#contract/accounts/session.ts'
import { request } from '#web/lib/api/api.ts'
import { DeclinedError } from '#web/lib/api/api-error.ts'
import { asked, proofAsked, sessionExpired } from '#web/lib/api/expiry.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError, toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { AskedOver } from './asked-over.tsx'

const ACCOUNT = {
  id: 1,
  username: 'Mara',
  email: 'mara@quay.example',
  phone: '',
  role: ['ROLE_ADMIN'],
  confirmed: true,
  companyName: '',
  companyAddress: '',
  canadianBusinessNumber: '',
  orderColumnSettings: Object.fromEntries(COLUMNS.map((column) => [column, true])),
}
const CODES = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDDD-EEEE-000${n}`)

/** The step that the server wants first; it takes any code but 000000, and the password 'password'. */
let wanted: object | null
/** The step that the start of a set-up wants first. */
let startNeeds: object | null
let calls: string[]
const right = (body: string) => !/000000|"password":"(?!5f4dcc3b5aa765d61d8327deb882cf99)/.test(body)
const wrong = { code: 400, message: 'Wrong', data: { code: 'Wrong', password: 'Wrong' } }
const ok = (data: unknown) => ({ code: 200, message: 'OK', data })

function answer(path: string, body = '{}') {
  if (path === 'user/personal/get') return ok(ACCOUNT)
  if (path === 'login/ways') return ok({ password: true, passkeys: true, oidc: { name: 'Harbour ID' } })
  if (path === 'user/totp/start' && startNeeds) return { code: 403, message: STEP_UP_NEEDED, data: startNeeds }
  if (path === 'user/totp/start') return ok({ secret: 'JBSWY3DP', url: 'otpauth://totp/x', qr: 'data:image/svg+xml,' })
  if (path === 'user/totp/confirm' || path === 'user/step-up') {
    if (!right(body)) return wrong
    if (path === 'user/step-up' && startNeeds) startNeeds = null
    else wanted = null
    return ok(path === 'user/step-up' ? { until: '2026-11-24T10:00:00Z' } : { recoveryCodes: CODES })
  }
  if (path === 'user/totp') return ok({ since: null, recoveryCodesLeft: 0, required: true })
  return wanted ? { code: 403, message: STEP_UP_NEEDED, data: wanted } : ok(7)
}

beforeEach(() => {
  calls = []
  startNeeds = null
  storedToken.set('T'.repeat(43), 1)
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const path = url.replace('/api/', '')
    calls.push(path)
    const reply = answer(path, body)
    return new Response(JSON.stringify(reply), { status: reply.code })
  })
  renderInApp(<AskedOver />)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const type = async (code: string, button: string) => {
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: button }))
}

test('a code is asked for once for all calls that need it, and then they go on', async () => {
  wanted = { stepUp: true, ways: ['code'] }
  const both = Promise.all([request(z.number(), 'one'), request(z.number(), 'two')])
  await type('000000', 'Confirm')
  await screen.findByText('Wrong')
  await type('123456', 'Confirm')
  expect(await both).toEqual([7, 7])
  expect(calls.filter((path) => path === 'user/step-up')).toHaveLength(2)
  await waitFor(() => expect(proofAsked.get()).toBeNull())
})

test('closing the question refuses the call without an error to read, and nothing is sent again', async () => {
  wanted = { stepUp: true, ways: ['code', 'passkey'] }
  const call = request(z.number(), 'one')
  call.catch(() => undefined)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  const error = await call.catch((thrown) => thrown)
  expect(error).toBeInstanceOf(DeclinedError)
  expect(error).toMatchObject({ code: 403, message: STEP_UP_NEEDED })
  showError(error)
  expect(toasts.get()).toEqual([])
  expect(calls).toEqual(['one'])
})

test('a missing second factor is explained, then set up over the page, and the call goes on; a plain 403 asks nothing', async () => {
  wanted = { secondFactorMissing: true }
  const call = request(z.number(), 'one')
  // The dialog first says what is asked, why, and how; nothing has begun yet.
  expect(await screen.findByText(/A password that was guessed or stolen then opens nothing/)).toBeTruthy()
  expect(screen.getByText(/sign in with it: it counts as both/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'log out' })).toBeTruthy()
  expect(calls).not.toContain('user/totp/start')
  fireEvent.click(screen.getByRole('button', { name: 'Set it up now' }))
  await type('123456', 'Turn on')
  const [list] = await screen.findAllByRole('list', { name: 'Recovery codes' })
  expect(list?.children).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await call).toBe(7)
  wanted = { reason: 'role' }
  await expect(request(z.number(), 'two')).rejects.toMatchObject({ code: 403 })
  expect(asked.get()).toBeNull()
})

const typePassword = async (password: string) => {
  fireEvent.change(await screen.findByLabelText('Password', { selector: 'input' }), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('without a second factor the password is asked for, as password managers fill it in, and sent as its hash', async () => {
  wanted = { stepUp: true, ways: ['password'] }
  const call = request(z.number(), 'one')
  const field = await screen.findByLabelText('Password', { selector: 'input' })
  expect(field.getAttribute('autocomplete')).toBe('current-password')
  expect(document.querySelector('input[autocomplete="username"]')).toBeTruthy()
  await typePassword('another')
  await screen.findByText('Wrong')
  await typePassword('password')
  expect(await call).toBe(7)
  expect(calls.filter((path) => path === 'user/step-up')).toHaveLength(2)
})

test('an account without a password signs in at the provider in another tab, and the call goes on by itself', async () => {
  wanted = { stepUp: true, ways: ['provider'] }
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  const call = request(z.number(), 'one')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Harbour ID' }))
  expect(opened).toHaveBeenCalledWith('/login?again=true', '_blank', 'noopener')
  expect(screen.queryByLabelText('Password', { selector: 'input' })).toBeNull()
  wanted = null
  window.dispatchEvent(new StorageEvent('storage', { key: storedToken.key, newValue: 'U'.repeat(43) }))
  expect(await call).toBe(7)
})

test('setting up a second factor that everybody must have asks for the password over itself, and both go on', async () => {
  wanted = { secondFactorMissing: true }
  startNeeds = { stepUp: true, ways: ['password'] }
  const call = request(z.number(), 'one')
  fireEvent.click(await screen.findByRole('button', { name: 'Set it up now' }))
  await typePassword('password')
  await waitFor(() => expect(proofAsked.get()).toBeNull())
  await type('123456', 'Turn on')
  await screen.findAllByRole('list', { name: 'Recovery codes' })
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await call).toBe(7)
})

test('a wrong code that was sent with a call is a message at its field, and asks nothing', async () => {
  wanted = { stepUp: true, ways: ['code'], code: 'Wrong' }
  await expect(request(z.number(), 'one')).rejects.toMatchObject({ code: 403, fields: { code: 'Wrong' } })
  expect(proofAsked.get()).toBeNull()
})

test('a session that ends under the question closes the question; signing in again answers it', async () => {
  wanted = { stepUp: true, ways: ['password'] }
  const { unmount } = renderHook(() => useUnsaved(true))
  const call = request(z.number(), 'one')
  await screen.findByRole('dialog', { name: 'Please confirm that it is you' })
  const expired = sessionExpired(storedToken.get())
  await screen.findByRole('dialog', { name: 'Please sign in again' })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please confirm that it is you' })).toBeNull())
  wanted = null
  storedToken.set('U'.repeat(43), 1)
  asked.get()?.answer(true)
  expect(await expired).toBe(true)
  expect(await call).toBe(7)
  unmount()
})

test('a session that ends under the question without unsaved input refuses the call and leaves no question', async () => {
  wanted = { stepUp: true, ways: ['password'] }
  const call = request(z.number(), 'one')
  call.catch(() => undefined)
  await screen.findByRole('dialog', { name: 'Please confirm that it is you' })
  expect(await sessionExpired(storedToken.get())).toBe(false)
  await expect(call).rejects.toBeInstanceOf(DeclinedError)
  expect([proofAsked.get(), asked.get()]).toEqual([null, null])
})
