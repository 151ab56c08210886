import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { COLUMNS, fullColumnSettings } from '#contract/accounts/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { ColumnSwitches } from './column-switches.tsx'

const ALL = fullColumnSettings.parse(Object.fromEntries(COLUMNS.map((name) => [name, true])))

function open() {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ code: 200, message: 'OK', data: JSON.parse(body) })
  })
  const closed = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ColumnSwitches settings={ALL} onClose={closed} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { sent, closed, press }
}

test('columns are switched off and saved together; Cancel saves nothing', async () => {
  const { sent, closed, press } = open()
  fireEvent.click(screen.getByRole('switch', { name: 'Company' }))
  press('Cancel')
  expect(sent).toEqual([])
  press('Save')
  await waitFor(() => expect(toasts.get().at(-1)?.title).toBe('Fields were saved successfully'))
  expect(sent).toEqual([{ ...ALL, company: false }])
  expect(closed).toHaveBeenCalledTimes(2)
})

test('the last column cannot be switched off', () => {
  open()
  for (const each of screen.getAllByRole('switch')) fireEvent.click(each)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(screen.getByText('Keep at least one column.')).toBeTruthy()
})
