import '#web/test/setup.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AddDocuments } from '#web/features/orders/detail/add-documents.tsx'
import { renderInApp } from '#web/test/render.tsx'

test('files can be chosen once the categories are known, so that each gets the one its name suggests', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { container } = renderInApp(<AddDocuments orderId={5} />)
  const input = () => container.querySelector<HTMLInputElement>('input[type=file]')
  expect(input()).toBeNull()
  const items = [
    { id: 3, name: 'Packing list' },
    { id: 9, name: 'Other' },
  ]
  const data = { items, totalCount: 2, numItemsPerPage: 100, currentPageNumber: 1 }
  await act(async () => answer(new Response(JSON.stringify({ code: 200, message: '', data }))))
  await screen.findByRole('button', { name: 'Choose files' })
  const files = [new File(['%PDF'], 'Packing list.pdf'), new File(['%PDF'], 'Scan.pdf')]
  fireEvent.change(input()!, { target: { files } })
  const chosen = screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)
  expect(chosen).toEqual(['3', '9'])
})
