import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { COMMON_PASSWORD, OWN_DATA_PASSWORD } from '#contract/accounts/passwords.ts'
import { renderInApp } from '#web/test/render.tsx'
import { OwnPasswordDialog } from './own-password-dialog.tsx'

test('a new password that others would guess is refused at its field with the reason, and not sent', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const user = { email: 'anna.berg@office.example', username: 'Anna Berg', companyName: 'Harbour Line' }
  renderInApp(<OwnPasswordDialog user={user} onClose={() => {}} />)
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
  type('Current password', 'ships in the night')
  for (const [typed, reason] of [
    ['anna BERG', OWN_DATA_PASSWORD],
    ['qwertyuiop', COMMON_PASSWORD],
    ['Anna.Berg@office.EXAMPLE', OWN_DATA_PASSWORD],
    ['12341234', COMMON_PASSWORD],
    ['harbour LINE', OWN_DATA_PASSWORD],
  ] as const) {
    type('New password', typed)
    type('Repeat new password', typed)
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(screen.getByText(reason)).toBeTruthy())
  }
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
