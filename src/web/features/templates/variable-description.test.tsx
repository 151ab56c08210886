import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { compose, KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { renderInApp } from '#web/test/render.tsx'
import { VariableDescription } from './variable-description.tsx'

const row = {
  id: 3,
  name: 'Vessel',
  identifier: 'order.vessel',
  description: 'Vessel',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test.each(KEYS_OF_COMPOSITIONS)('Enter %s saves no half-typed description; the next Enter does', async (_, how) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(JSON.parse(String(body)))
    return Response.json({ code: 200, message: '', data: { ...row, description: '船名' } })
  })
  renderInApp(<VariableDescription row={row as never} />)
  fireEvent.click(screen.getByRole('button', { name: `Edit the description of ${row.name}` }))
  const field = screen.getByLabelText<HTMLInputElement>(`Description of ${row.name}`)
  compose(field, 'chuan', 'chuan ming')
  fireEvent.keyDown(field, { key: 'Enter', ...how })
  fireEvent.keyDown(field, { key: 'Escape', ...how })
  expect(sent).toEqual([])
  expect(field.value).toBe('chuan ming')
  fireEvent.input(field, { target: { value: '船名' } })
  fireEvent.compositionEnd(field)
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ description: '船名' })]))
})
