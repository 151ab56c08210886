import { expect, test, vi } from 'vitest'
import { LOGGED_IN_ELSEWHERE } from '#contract/accounts/session.ts'
import { onSessionEnd } from '#web/lib/api/expiry.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { logOut } from './log-out.ts'

test('logging out leads to the login; if the session had ended before, it says why', async () => {
  const toLogin = vi.fn()
  onSessionEnd(toLogin)
  const message = LOGGED_IN_ELSEWHERE
  vi.stubGlobal('fetch', async () => Response.json({ code: 401, message, data: null }, { status: 401 }))
  storedToken.set('T'.repeat(43), 1)
  await logOut()
  expect(toasts.get()).toMatchObject([{ kind: 'error', message }])
  expect(storedToken.get()).toBeNull()
  expect(toLogin).toHaveBeenCalled()
})
