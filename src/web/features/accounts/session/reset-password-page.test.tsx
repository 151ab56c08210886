import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const REMOVES = 'Remove my passkeys and API keys too'

/** Opens the page of a link over a server with this answer. */
async function open(status: number, data: object | null) {
  const asked = vi.fn(async () => new Response(JSON.stringify({ code: status, message: 'OK', data }), { status }))
  vi.stubGlobal('fetch', asked)
  queryClient.clear()
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/reset-password/$token', component: ResetPasswordPage })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/reset-password/abc'] }),
  })
  renderInApp(<RouterProvider router={router as never} />)
  await screen.findByLabelText('New password', { selector: 'input' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

test.each<[string, boolean, number, object | null]>([
  ['an account with passkeys or keys', true, 200, { passkeysOrKeys: true }],
  ['a new account', false, 200, { passkeysOrKeys: false }],
  ['an account of which nothing is known', true, 429, null],
])('the page of a link for %s offers to remove them: %s', async (_, offered, status, data) => {
  await open(status, data)
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: REMOVES }) !== null).toBe(offered))
})
