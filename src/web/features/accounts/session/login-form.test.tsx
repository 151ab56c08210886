import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { COLUMNS, Role } from '#contract/accounts/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { LoginForm } from './login-form.tsx'

beforeEach(() => storedToken.clear())

/** The reply to a login of an account with this role. */
const loggedIn = (role: Role) => ({
  code: 200,
  message: 'OK',
  data: {
    id: 1,
    username: 'Ada Quay',
    email: 'ada@quay.example',
    role: [role],
    confirmed: true,
    phone: '',
    companyName: '',
    companyAddress: '',
    canadianBusinessNumber: '',
    orderColumnSettings: Object.fromEntries(COLUMNS.map((column) => [column, true])),
    user_token: 'T'.repeat(43),
    eternal_token: null,
  },
})
const WRONG = { code: 400, message: 'Wrong email or password.', data: null }

/** The form over a server that gives these answers in turn. */
function open(...answers: { code: number }[]) {
  const sent = vi.fn(async () => {
    const reply = answers.shift()
    return new Response(JSON.stringify(reply), { status: reply?.code })
  })
  vi.stubGlobal('fetch', sent)
  const done = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <LoginForm onDone={done} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { sent, done }
}
const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
function signIn(email: string, password: string) {
  fireEvent.change(field('Email'), { target: { value: email } })
  fireEvent.change(field('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('missing or wrong input is reported at its field, the first such field is focused, and nothing is sent', async () => {
  const { sent } = open()
  signIn('', '')
  expect(await screen.findAllByText('This field cannot be empty')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  signIn('no address', 'short')
  await screen.findByText('Please, enter valid email address')
  expect(screen.getByText('Password must be over 8 characters.')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
})

test('a wrong password says so once, in a toast, until the login succeeds', async () => {
  const { done } = open(WRONG, loggedIn(Role.MANAGER))
  signIn('ada@quay.example', 'not-the-password')
  await waitFor(() => expect(toasts.get()).toMatchObject([{ title: 'Error', message: WRONG.message }]))
  expect(screen.queryByText(WRONG.message)).toBeNull()
  expect(storedToken.get()).toBeNull()
  signIn('ada@quay.example', 'the-password')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(toasts.get()).toEqual([])
  expect(storedToken.get()).toBe('T'.repeat(43))
})

test('a client is refused, and no token is kept', async () => {
  const { done } = open(loggedIn(Role.CLIENT))
  signIn('ada@quay.example', 'the-password')
  await waitFor(() => expect(toasts.get()).toMatchObject([{ title: 'Error', message: 'Access denied' }]))
  expect(storedToken.get()).toBeNull()
  expect(done).not.toHaveBeenCalled()
})
