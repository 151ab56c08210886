import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { NOT_A_CLIENT } from '#contract/clients/clients.ts'
import { testClient } from '#web/features/quotes/state/test-client.fixture.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { ClientInfo } from './client-info.tsx'
import { clientQuery } from './shared/clients.ts'

const stored = { ...testClient, role: [Role.CLIENT] }

function open() {
  const sent: object[] = []
  neverRead(settingsQuery.queryKey)
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    const changes = JSON.parse(body ?? '{}')
    if (body) sent.push(changes)
    return Response.json({ code: 200, message: 'OK', data: { ...stored, ...changes } })
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ClientInfo client={stored} loaded />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return sent
}
const edit = () => screen.getByRole('button', { name: 'Edit' })
const company = () => screen.getByLabelText<HTMLInputElement>(/^Company name/)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('Cancel restores the stored data, and the focus returns to Edit', async () => {
  const sent = open()
  fireEvent.click(edit())
  fireEvent.change(company(), { target: { value: 'Never saved' } })
  press('Cancel')
  await waitFor(() => expect(document.activeElement).toBe(edit()))
  expect(screen.queryByText('Never saved')).toBeNull()
  expect(sent).toEqual([])
  fireEvent.click(edit())
  expect(company().value).toBe(stored.companyName)
})

test('a change is saved and said, and the focus returns to Edit', async () => {
  const sent = open()
  fireEvent.click(edit())
  fireEvent.change(company(), { target: { value: 'Fjord Kitchens' } })
  press('Save')
  await waitFor(() => expect(toasts.get().at(-1)?.title).toBe('Your Client was edited successfully'))
  await waitFor(() => expect(document.activeElement).toBe(edit()))
  expect(sent).toMatchObject([{ companyName: 'Fjord Kitchens' }])
})

test('a staff account is not a client', async () => {
  const data = { ...stored, role: [Role.MANAGER] }
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'OK', data }))
  await expect(queryClient.fetchQuery({ ...clientQuery(1), retry: false })).rejects.toThrow(NOT_A_CLIENT)
})
