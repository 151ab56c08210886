import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asked, endSession, onSessionEnd, sessionExpired } from '#web/lib/api/expiry.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { readDraft, useDraft } from './drafts.ts'

const schema = z.object({ name: z.string() })
const everything = () => JSON.stringify({ ...localStorage, ...sessionStorage })

/** Signs somebody in, who begins a form with a person's name. */
function begin(userId: number) {
  storedToken.set(`token of ${userId}`, userId)
  const form = renderHook(() => useDraft('order', schema))
  act(() => form.result.current.keep({ name: 'Anna Client' }))
  act(() => void form.result.current.write())
  return form
}

const went = vi.fn()
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('quayside-color-scheme', 'dark')
  localStorage.setItem('quayside-menu', 'collapsed')
  onSessionEnd(went)
  went.mockClear()
})

test.each([
  ['logging out', async () => endSession()],
  ['a session that the server ended', async () => expect(await sessionExpired(storedToken.get())).toBe(false)],
])('%s leaves nothing typed in the browser; its settings stay', async (_, end) => {
  const form = begin(1)
  expect(everything()).toContain('Anna Client')
  await end()
  // The page goes away, which stores pending input.
  window.dispatchEvent(new Event('pagehide'))
  form.unmount()
  expect(everything()).not.toMatch(/Anna|token|draft/)
  expect({ ...localStorage }).toEqual({ 'quayside-color-scheme': 'dark', 'quayside-menu': 'collapsed' })
  expect(went).toHaveBeenCalledOnce()
})

test('input that is pending when the session ends is not stored', async () => {
  const form = begin(1)
  act(() => form.result.current.keep({ name: 'Berta Client' }))
  endSession()
  act(() => void form.result.current.write())
  expect(everything()).not.toContain('Berta')
  form.unmount()
})

test('with unsaved input the draft stays while the login is asked for over the page, and goes when that is given up', async () => {
  const form = begin(1)
  const unsaved = renderHook(() => useUnsaved(true))
  const refused = storedToken.get()
  const answer = sessionExpired(refused)
  expect(everything()).toContain('Anna Client')
  asked.get()?.answer(false)
  expect(await answer).toBe(false)
  expect(everything()).not.toContain('Anna Client')
  unsaved.unmount()
  form.unmount()
})

test('signing in removes what another account typed in this browser', () => {
  begin(1).unmount()
  storedToken.set('other', 2)
  expect(readDraft('order', schema)).toBeNull()
  expect(everything()).not.toContain('Anna Client')
  begin(2).unmount()
  storedToken.set('again', 2)
  expect(readDraft('order', schema)?.values).toEqual({ name: 'Anna Client' })
})
