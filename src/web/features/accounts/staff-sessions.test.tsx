import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnSession } from '#contract/accounts/own-sessions.ts'
import { Role } from '#contract/accounts/session.ts'
import type { StaffAccount } from '#contract/accounts/staff-accounts.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { StaffSessions } from './staff-sessions.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-11-20T09:05:00.000Z'
const session = (id: number, device: string): OwnSession => ({
  id,
  device,
  ip: '192.0.2.1',
  createdAt: at,
  lastUsedAt: at,
  current: false,
  viewing: null,
})
const account: StaffAccount = {
  id: 3,
  username: 'Marcus',
  email: 'marcus@quay.example',
  role: [Role.MANAGER],
  secondFactor: false,
  passkeys: 0,
  singleSignOn: false,
  disabled: false,
  sessions: 2,
  lastSeenAt: at,
}

test('ending a session is confirmed in words, and the focus stays in the dialog, where the next can be ended', async () => {
  let sessions = [session(1, 'Firefox on Windows'), session(2, 'Safari on iPhone')]
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method === 'DELETE') sessions = sessions.filter(({ id }) => !url.endsWith(`/${id}`))
    const known = url.includes('/sessions')
    const data = method === 'DELETE' ? null : sessions
    if (!known)
      return new Response(JSON.stringify({ code: 404, message: 'Not asked here', data: null }), { status: 404 })
    return new Response(JSON.stringify({ code: 200, message: 'OK', data }), { status: 200 })
  })
  renderInApp(<StaffSessions account={account} onClose={() => {}} />)
  const end = await screen.findByRole('button', { name: 'End Firefox on Windows' })
  end.focus()
  fireEvent.click(end)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End Firefox on Windows' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  expect(toasts.get()).toMatchObject([{ title: '1 session was ended' }])
  expect(screen.getByRole('button', { name: 'End Safari on iPhone' })).toBeTruthy()
})
