import { isRedirect } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { COLUMNS, Role } from '#contract/accounts/session.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { skipLogin } from './skip-login.ts'

const ACCOUNT = {
  id: 1,
  username: 'Mara',
  email: 'mara@quay.example',
  phone: '',
  confirmed: true,
  companyName: '',
  companyAddress: '',
  canadianBusinessNumber: '',
  orderColumnSettings: Object.fromEntries(COLUMNS.map((column) => [column, true])),
}
const staff = { ...ACCOUNT, role: [Role.MANAGER], startPage: 'today' }

const answer = (code: number, data: unknown = null) =>
  vi.stubGlobal('fetch', async () => Response.json({ code, message: '', data }, { status: code }))

/** The address to which a visitor of /login is sent; null if the login shows. */
const sentTo = async (next?: string) => {
  try {
    await skipLogin(next)
    return null
  } catch (error) {
    if (isRedirect(error)) return error.options.href
    throw error
  }
}

beforeEach(() => {
  queryClient.clear()
  storedToken.set('A'.repeat(43), 1)
})

test("a valid session skips the login to '/', which then knows the start page", async () => {
  answer(200, staff)
  expect(await sentTo()).toBe('/')
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.startPage).toBe('today')
})

test('a valid session skips the login to the page that was asked for', async () => {
  answer(200, staff)
  expect(await sentTo('/ports?page=2')).toBe('/ports?page=2')
})

test('the login shows without a session, and for a refused one or a client, whose token is removed', async () => {
  answer(401)
  expect(await sentTo()).toBeNull()
  expect(storedToken.get()).toBeNull()
  expect(await sentTo()).toBeNull()
  storedToken.set('A'.repeat(43), 1)
  answer(200, { ...ACCOUNT, role: [Role.CLIENT] })
  expect(await sentTo()).toBeNull()
  expect(storedToken.get()).toBeNull()
})

test('a server that is down ends no session', async () => {
  answer(503)
  expect(await sentTo()).toBeNull()
  expect(storedToken.get()).not.toBeNull()
})
