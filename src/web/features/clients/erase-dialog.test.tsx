import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { EraseDialog } from './erase-dialog.tsx'

test('erasing names the records that exist, asks for the name of the client, and says that it works', async () => {
  const calls: string[] = []
  let finish = () => {}
  const work = new Promise<void>((resolve) => {
    finish = resolve
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    if (url.includes('/erase')) calls.push(method)
    if (method === 'POST') await work
    const data = method === 'POST' ? { id: 7, finished: true } : { orders: 2, documents: 1, mails: 14, notes: 0 }
    return new Response(JSON.stringify({ code: 200, message: 'OK', data }), { status: 200 })
  })
  const closed = vi.fn()
  const erased = vi.fn()
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <EraseDialog client={{ id: 7, username: 'Sofia Lindqvist' }} onClose={closed} onErased={erased} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('2 booking requests, 1 document, 14 mails')
  const name = screen.getByLabelText(/^Type "Sofia Lindqvist"/)
  fireEvent.change(name, { target: { value: 'Sofia' } })
  fireEvent.click(screen.getByRole('button', { name: 'Erase now' }))
  await screen.findByText('Type Sofia Lindqvist')
  expect(calls).toEqual(['GET'])
  fireEvent.change(name, { target: { value: ' Sofia Lindqvist ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Erase now' }))
  await screen.findByText(/^Erasing Sofia Lindqvist …/)
  fireEvent.submit(name)
  fireEvent.keyDown(name, { key: 'Escape' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  expect(closed).not.toHaveBeenCalled()
  finish()
  await waitFor(() => expect(erased).toHaveBeenCalledOnce())
  expect(calls).toEqual(['GET', 'POST'])
  expect(closed).toHaveBeenCalledOnce()
})
