import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ALREADY_SET_UP, WRONG_CODE } from '#contract/accounts/login.ts'
import { COMMON_PASSWORD, OWN_DATA_PASSWORD } from '#contract/accounts/passwords.ts'
import { COLUMNS, Role } from '#contract/accounts/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { renderInApp } from '#web/test/render.tsx'
import { FirstRunPage } from './first-run-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  storedToken.clear()
})

/** Opens the page over a server with this answer; returns the bodies that were sent to it. */
async function open(answer: object) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const reply = { code: 200, message: 'OK', ...answer }
    return new Response(JSON.stringify(reply), { status: reply.code })
  })
  queryClient.clear()
  const root = createRootRoute()
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([page('/first-run', FirstRunPage), page('/setup', () => 'The checklist')]),
    history: createMemoryHistory({ initialEntries: ['/first-run'] }),
  })
  renderInApp(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name: 'First administrator' })
  return sent
}

/** Fills in the form and sends it. */
function send(values: Record<string, string> = {}) {
  const all = {
    "Code from the server's log": '7k3m q9tx',
    Name: 'Ada Quay',
    Email: 'ada@quay.example',
    Password: 'ships in the night',
    'Repeat password': 'ships in the night',
    ...values,
  }
  for (const [label, value] of Object.entries(all))
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Create administrator' }))
}

test('the administrator is created with the MD5 of the password, signed in, and led to the checklist', async () => {
  const account = { id: 1, username: 'Ada Quay', email: 'ada@quay.example', role: [Role.ADMIN], confirmed: true }
  const blank = { phone: '', companyName: '', companyAddress: '', canadianBusinessNumber: '' }
  const orderColumnSettings = Object.fromEntries(COLUMNS.map((column) => [column, true]))
  const session = { user_token: 'T'.repeat(43), eternal_token: null }
  const sent = await open({ data: { ...account, ...blank, orderColumnSettings, ...session } })
  send()
  await screen.findByText('The checklist')
  expect(sent).toEqual([
    {
      code: '7k3m q9tx',
      username: 'Ada Quay',
      email: 'ada@quay.example',
      password: 'f091dc80f3499920c4ae7b263592d06d',
    },
  ])
  expect(storedToken.get()).toBe(session.user_token)
})

test('missing or weak input is reported at its field, and nothing is sent', async () => {
  const sent = await open({})
  const cases: [Record<string, string>, string][] = [
    [{ "Code from the server's log": ' ' }, 'This field cannot be empty'],
    [{ Email: 'ada' }, 'Please, enter valid email address'],
    [{ Password: 'short' }, 'Password must be over 8 characters.'],
    [{ Password: 'qwertyuiop' }, COMMON_PASSWORD],
    [{ Password: 'Ada Quay' }, OWN_DATA_PASSWORD],
    [{ 'Repeat password': 'ships at night' }, 'Password do not match'],
  ]
  for (const [values, message] of cases) {
    send(values)
    const [field = ''] = Object.keys(values)
    const input = screen.getByLabelText(field, { selector: 'input' })
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(message).length).toBeGreaterThan(0)
  }
  expect(sent).toEqual([])
})

test("a wrong code is named at its field, beside the server's message about the password", async () => {
  await open({ code: 400, message: WRONG_CODE, data: { code: WRONG_CODE, password: COMMON_PASSWORD } })
  send()
  const code = screen.getByLabelText("Code from the server's log")
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(WRONG_CODE)).toBeTruthy()
  expect(screen.getByText(COMMON_PASSWORD)).toBeTruthy()
})

test('a visitor who is too late reads that it is set up, and is led to the login', async () => {
  await open({ code: 404, message: ALREADY_SET_UP, data: null })
  send()
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/login')
  expect(screen.getByText(ALREADY_SET_UP)).toBeTruthy()
})
