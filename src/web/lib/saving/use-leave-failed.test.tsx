import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { useLeaveFailed } from './use-leave-failed.ts'

/**
 * The page of a record that fails with this error, opened from the clients; returns the address it leads to.
 */
async function open(error: Error, mayGoBack: boolean) {
  const root = createRootRoute()
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/clients', () => 'A screen before'),
      page('/orders', () => 'The list'),
      page('/orders/7', () => {
        useLeaveFailed(error, '/orders', { mayGoBack })
        return 'The record'
      }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/clients', '/orders/7'], initialIndex: 1 }),
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByText('The record')
  return () => router.history.location.pathname
}

test.each<[rule: string, code: number, mayGoBack: boolean, to: string]>([
  ['a record that is gone leads to its list', 404, true, '/orders'],
  ['a record that fails to load leads back to the screen before', 500, true, '/clients'],
  ['where nothing leads back, it leads to its list', 500, false, '/orders'],
])('%s, with the reason', async (_rule, code, mayGoBack, to) => {
  const path = await open(new ApiError(code, 'Why it failed'), mayGoBack)
  await expect.poll(path).toBe(to)
  expect(toasts.get()).toMatchObject([{ kind: 'error', message: 'Why it failed' }])
})

test('a session that has ended is left to the login', async () => {
  const path = await open(new ApiError(401, 'Please log in.'), true)
  expect(path()).toBe('/orders/7')
  expect(toasts.get()).toEqual([])
})
