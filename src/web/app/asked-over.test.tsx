import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { STEP_UP_NEEDED } from '#contract/session/second-factor.ts'
import { COLUMNS } from '#contract/session/session.ts'
import { request } from '#web/lib/api/api.ts'
import { asked } from '#web/lib/api/expiry.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { AskedOver } from './asked-over.tsx'

const ACCOUNT = {
  ...{ id: 1, username: 'Mara', email: 'mara@quay.example', phone: '', role: ['ROLE_ADMIN'], confirmed: true },
  ...{ companyName: '', companyAddress: '', canadianBusinessNumber: '' },
  orderColumnSettings: Object.fromEntries(COLUMNS.map((column) => [column, true])),
}
const CODES = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDDD-EEEE-000${n}`)

/** What the server wants first; its calls besides take any code but 000000. */
let wanted: object | null
let calls: string[]
const right = (body: string) => JSON.parse(body).code !== '000000'
const wrong = { code: 400, message: 'Wrong', data: { code: 'Wrong' } }
const ok = (data: unknown) => ({ code: 200, message: 'OK', data })

function answer(path: string, body = '{}') {
  if (path === 'user/personal/get') return ok(ACCOUNT)
  if (path === 'user/totp/start') return ok({ secret: 'JBSWY3DP', url: 'otpauth://totp/x', qr: 'data:image/svg+xml,' })
  if (path === 'user/totp/confirm' || path === 'user/step-up') {
    if (!right(body)) return wrong
    wanted = null
    return ok(path === 'user/step-up' ? { until: '2026-11-24T10:00:00Z' } : { recoveryCodes: CODES })
  }
  if (path === 'user/totp') return ok({ since: null, recoveryCodesLeft: 0, required: true })
  return wanted ? { code: 403, message: STEP_UP_NEEDED, data: wanted } : ok(7)
}

beforeEach(() => {
  calls = []
  storedToken.set('T'.repeat(43), 1)
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const path = url.replace('/api/', '')
    calls.push(path)
    const reply = answer(path, body)
    return new Response(JSON.stringify(reply), { status: reply.code })
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <AskedOver />
      </QueryClientProvider>
    </MantineProvider>,
  )
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

test('a code is asked for once for all calls that need it, and they then go on', async () => {
  wanted = { stepUp: true }
  const both = Promise.all([request(z.number(), 'one'), request(z.number(), 'two')])
  await type('000000', 'Confirm')
  await screen.findByText('Wrong')
  await type('123456', 'Confirm')
  expect(await both).toEqual([7, 7])
  expect(calls.filter((path) => path === 'user/step-up')).toHaveLength(2)
  await waitFor(() => expect(asked.get()).toBeNull())
})

test('closing the question refuses the call, and nothing is sent again', async () => {
  wanted = { stepUp: true }
  const call = request(z.number(), 'one')
  call.catch(() => undefined)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect(call).rejects.toMatchObject({ code: 403, message: STEP_UP_NEEDED })
  expect(calls).toEqual(['one'])
})

test('a missing second factor is explained, then set up over the page, and the call then goes on; a plain 403 asks nothing', async () => {
  wanted = { secondFactorMissing: true }
  const call = request(z.number(), 'one')
  // First what is asked, why, and how; nothing is begun yet.
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
