import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Role, type SessionUser } from '#contract/accounts/session.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { AdminsOnly } from './admins-only.tsx'
import { sessionQuery } from './session.ts'

test.each([
  [Role.MANAGER, false],
  [Role.ADMIN, true],
])('a screen of administrators shows and reads nothing for others: %s', (role, shown) => {
  neverRead(sessionQuery.queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, role: [role] } as SessionUser)
  render(
    <QueryClientProvider client={queryClient}>
      <AdminsOnly title="Integrations">
        <button type="button">Add webhook</button>
      </AdminsOnly>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Add webhook' }) !== null).toBe(shown)
  expect(screen.queryByText('Access denied') === null).toBe(shown)
  if (!shown) expect(screen.getByRole('heading', { name: 'Integrations' })).toBeTruthy()
})
