import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { compose, KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ConstantCell } from './constant-cell.tsx'

const about = 'Pick-up, Amazon, 3.5 CBM, 620 kg, insured, with brokerage'
const samples = [
  { about, lines: [{ code: 'customs', label: 'Customs', before: 95, after: 150.5 }], before: 1855.96, after: 1911.46 },
]

test('a constant shows its unit and, before it is saved, the effect of a change on sample quotes', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push(`${method} ${url} ${body ?? ''}`)
    return Response.json({ code: 200, message: '', data: { samples, missing: null } })
  })
  const row = { id: 4, name: 'CUSTOMS_BROKERAGE_FEE', value: 95, updatedAt: '2026-01-01T00:00:00.000Z' }
  renderInApp(<ConstantCell row={row} />)
  expect(screen.getByText('USD')).toBeTruthy()
  expect(screen.queryByText('Sample quotes with this value')).toBeNull()

  fireEvent.change(screen.getByRole('textbox', { name: row.name }), { target: { value: '150,5' } })
  expect(await screen.findByRole('rowheader', { name: about })).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Customs/ }).textContent).toBe('Customs$95.00$150.50')
  expect(screen.getByRole('row', { name: /^Total/ }).textContent).toBe('Total$1\u00a0855.96$1\u00a0911.46')
  expect(screen.getByRole('status').textContent).toBe(`${about}: $1\u00a0855.96 becomes $1\u00a0911.46`)
  expect(sent).toEqual(['POST /api/value/constant/4/sample_quotes {"value":150.5}'])
})

test.each(KEYS_OF_COMPOSITIONS)(
  'a value that is composed is rewritten once it is done, and Enter %s saves nothing',
  (_, how) => {
    const row = { id: 4, name: 'CUSTOMS_BROKERAGE_FEE', value: 95, updatedAt: '2026-01-01T00:00:00.000Z' }
    const saved: string[] = []
    vi.stubGlobal('fetch', (url: string, { method }: RequestInit = {}) => {
      if (method === 'PUT') saved.push(url)
      return new Promise(() => {})
    })
    renderInApp(<ConstantCell row={row} />)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: row.name })
    compose(field, '150', '150,', '150,5')
    expect(field.value).toBe('150,5')
    fireEvent.keyDown(field, { key: 'Enter', ...how })
    fireEvent.keyDown(field, { key: 'Escape', ...how })
    expect(field.value).toBe('150,5')
    fireEvent.compositionEnd(field)
    expect(field.value).toBe('150.5')
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 })
    expect(field.value).toBe('95')
    expect(saved).toEqual([])
  },
)
