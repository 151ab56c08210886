// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ListTable } from './list-table.tsx'

afterEach(cleanup)

const PORTS = [
  { id: 1, name: 'Ningbo' },
  { id: 2, name: 'Vancouver' },
]

test('an answer still awaited, another sort and a new record render no row but those that changed', () => {
  const cell = vi.fn((row: { name: string }) => row.name)
  const columns = [{ id: 'name', header: 'Name', width: 100, sortable: true, cell }]
  const table = (props: object = {}, rows = PORTS) => (
    <MantineProvider env="test">
      <ListTable
        label="Ports"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/ports/${id}`}
        sort={null}
        onSort={() => undefined}
        empty={null}
        {...props}
      />
    </MantineProvider>
  )
  const { rerender } = render(table())
  expect(cell).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')

  rerender(table({ stale: true, sort: { column: 'name', descending: true } }))
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  expect(cell).toHaveBeenCalledTimes(2)

  rerender(table({}, [...PORTS, { id: 3, name: 'Shanghai' }]))
  expect(screen.getByRole('link', { name: 'Shanghai' })).toBeTruthy()
  expect(cell).toHaveBeenCalledTimes(3)
})
