import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ports } from '#contract/reference/ports.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { RemoveDialog } from './remove-dialog.tsx'

const USED = 'one booking confirmation'

/**
 * The dialog over a server on which the port is in use from the given question on; returns the calls that
 * delete.
 */
function open(usedFrom: number) {
  let asked = 0
  const deleted = vi.fn(() => Response.json({ code: 409, message: 'In use', data: null }, { status: 409 }))
  vi.stubGlobal('fetch', async (_: string, { method }: { method: string }) => {
    if (method === 'DELETE') return deleted()
    asked++
    return Response.json({ code: 200, message: 'OK', data: { usedBy: asked >= usedFrom ? USED : null } })
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RemoveDialog resource={ports} id={7} name="Shanghai" onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return deleted
}
async function isRefused() {
  const question = await screen.findByRole('dialog', { name: 'Shanghai cannot be deleted' })
  expect(question.textContent).toContain(`This port is in use by ${USED}.`)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
}

test('a record in use says what uses it and offers no Delete', async () => {
  const deleted = open(1)
  await isRefused()
  expect(deleted).not.toHaveBeenCalled()
})

test('a use that appears meanwhile is said when the deletion is refused', async () => {
  const deleted = open(2)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await isRefused()
  expect(deleted).toHaveBeenCalledOnce()
})
