import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { request } from './api.ts'
import { asked, onSessionEnd } from './expiry.ts'
import { storedToken } from './token.ts'

const answer = (code: number, message: string, data: unknown) =>
  new Response(JSON.stringify({ code, message, data }), { status: code, headers: { 'x-request-id': 'r-1' } })
const toLogin = vi.fn()

/** A server that takes only the token 'new'. */
const guarded = vi.fn(async (_url: string, init: { headers: Record<string, string> }) =>
  init.headers['user-token'] === 'new' ? answer(200, 'OK', 7) : answer(401, 'Unauthorized', null),
)

beforeEach(() => {
  localStorage.clear()
  toLogin.mockClear()
  onSessionEnd(toLogin)
  vi.stubGlobal('fetch', guarded)
  storedToken.set('old', 1)
})
describe('request', () => {
  test('a 401 without unsaved input removes token and user id and goes to the login', async () => {
    await expect(request(z.number(), 'thing')).rejects.toMatchObject({ code: 401 })
    expect(storedToken.get()).toBeNull()
    expect(storedToken.userId()).toBeNull()
    expect(toLogin).toHaveBeenCalledOnce()
  })

  test('with unsaved input the login opens once over the page, and all calls that met the 401 continue', async () => {
    const form = renderHook(() => useUnsaved(true))
    const calls = Promise.all([request(z.number(), 'one'), request(z.number(), 'two')])
    await waitFor(() => expect(asked.get()).not.toBeNull())
    expect(storedToken.get()).toBeNull()
    storedToken.set('new', 1)
    asked.get()?.answer(true)
    expect(await calls).toEqual([7, 7])
    expect(toLogin).not.toHaveBeenCalled()
    form.unmount()
  })

  test('closing the login over the page goes to the login page', async () => {
    const form = renderHook(() => useUnsaved(true))
    const call = request(z.number(), 'one')
    await waitFor(() => expect(asked.get()).not.toBeNull())
    asked.get()?.answer(false)
    await expect(call).rejects.toMatchObject({ code: 401 })
    expect(toLogin).toHaveBeenCalledOnce()
    form.unmount()
  })

  test('a failure carries message, field messages and request id; without a message, the first of its data', async () => {
    vi.stubGlobal('fetch', async () => answer(400, 'First', { name: 'First', code: 'Second' }))
    await expect(request(z.number(), 'x')).rejects.toMatchObject({
      code: 400,
      message: 'First',
      fields: { name: 'First', code: 'Second' },
      requestId: 'r-1',
    })
    vi.stubGlobal('fetch', async () => answer(500, '', { requestId: 'r-1', name: 'Not saved' }))
    await expect(request(z.number(), 'x')).rejects.toMatchObject({ code: 500, message: 'Server error. Not saved' })
    vi.stubGlobal('fetch', async () => answer(500, '', { requestId: 'r-1' }))
    await expect(request(z.number(), 'x')).rejects.toMatchObject({ code: 500, message: 'Server error.' })
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(request(z.number(), 'x')).rejects.toMatchObject({
      code: 0,
      message: 'The server cannot be reached. Please check your connection and try again.',
    })
  })
})
