import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ListTable } from './list-table.tsx'

const PORTS = [
  { id: 1, name: 'Ningbo' },
  { id: 2, name: 'Vancouver' },
]

test('waiting for an answer, another sort and a new record render only the rows that changed', () => {
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

test('a column whose texts take a second line is marked for the style sheet, in cells without a link too', () => {
  const categories = {
    id: 'categories',
    header: 'Categories',
    width: 100,
    wraps: true,
    cell: () => 'LCL, FCL, Pick-Up',
  }
  const table = (rowHref?: () => string) => (
    <MantineProvider env="test">
      <ListTable
        label="Depots"
        columns={[categories]}
        rows={PORTS.slice(0, 1)}
        rowKey={({ id }) => id}
        rowHref={rowHref}
        sort={null}
        onSort={() => undefined}
        empty={null}
      />
    </MantineProvider>
  )
  const { rerender } = render(table())
  const wraps = () => screen.getByText('LCL, FCL, Pick-Up').closest('[data-wraps]')
  expect(wraps()).not.toBeNull()
  rerender(table(() => '/depots/1'))
  expect(wraps()).not.toBeNull()
})

test('the link of a cell with nothing in it says so', () => {
  const columns = [
    { id: 'name', header: 'Name', width: 100, cell: ({ name }: { name: string }) => name },
    { id: 'note', header: 'Note', width: 100, cell: () => '' },
  ]
  render(
    <MantineProvider env="test">
      <ListTable
        label="Ports"
        columns={columns}
        rows={PORTS.slice(0, 1)}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/ports/${id}`}
        sort={null}
        onSort={() => undefined}
        empty={null}
      />
    </MantineProvider>,
  )
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([PORTS[0]?.name, '-'])
})

test('a hundred new rows replace the old ones in steps, as the browser has time', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const step = async () => {
    await expect.poll(() => idle.length, { interval: 1 }).toBeGreaterThan(0)
    await act(async () => idle.shift()?.())
  }
  const opened = vi.fn()
  const columns = [{ id: 'name', header: 'Name', width: 100, cell: ({ name }: { name: string }) => name }]
  const ports = (from: number, count = 100) =>
    Array.from({ length: count }, (_, at) => ({ id: from + at, name: `Port ${from + at}` }))
  const table = (rows: { id: number; name: string }[]) => (
    <MantineProvider env="test">
      <ListTable
        label="Ports"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/ports/${id}`}
        onOpen={opened}
        sort={null}
        onSort={() => undefined}
        empty={null}
      />
    </MantineProvider>
  )
  const shown = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const { rerender } = render(table(ports(1)))
  // A list that opens shows all rows, since it may open where it was scrolled to.
  expect(shown()).toEqual(names(ports(1)))

  rerender(table(ports(101)))
  expect(shown()).toEqual(names([...ports(101, 12), ...ports(13, 88)]))
  // An old row leads to its own record, never to the one that replaces it.
  screen.getByRole('link', { name: 'Port 13' }).click()
  expect(opened).not.toHaveBeenCalled()
  screen.getByRole('link', { name: 'Port 101' }).click()
  expect(opened).toHaveBeenCalledWith({ id: 101, name: 'Port 101' })
  await step()
  expect(shown()).toEqual(names([...ports(101, 24), ...ports(25, 76)]))

  // The next page comes before all rows of this one are there.
  rerender(table(ports(201)))
  expect(shown()).toEqual(names([...ports(201, 12), ...ports(113, 12), ...ports(25, 76)]))
  while (shown().at(-1) !== 'Port 300') await step()
  expect(shown()).toEqual(names(ports(201)))

  // Rows that were there before stay, wherever they are now.
  const moved = [...ports(200), { id: 300, name: 'Port 300' }]
  rerender(table(moved))
  expect(shown()).toEqual(names(moved))
  // The last page is shorter.
  rerender(table(ports(1, 5)))
  expect(shown()).toEqual(names(ports(1, 5)))
})

test('typed text in a cell stays when rows become cards', () => {
  const columns = [
    { id: 'name', header: 'Name', width: 100, cell: ({ name }: { name: string }) => name },
    { id: 'note', header: 'Note', width: 100, noLink: true, cell: () => <input aria-label="Note" /> },
  ]
  const turned: ((event: { matches: boolean }) => void)[] = []
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    addEventListener: (_: string, listener: (typeof turned)[number]) =>
      query.includes('640px') && turned.push(listener),
    removeEventListener: () => undefined,
  }))
  render(
    <MantineProvider env="test">
      <ListTable
        label="Ports"
        columns={columns}
        rows={PORTS.slice(0, 1)}
        rowKey={({ id }) => id}
        sort={null}
        onSort={() => undefined}
        empty={null}
      />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Note')
  fireEvent.change(field, { target: { value: 'Half typed' } })
  act(() => {
    for (const listener of turned) listener({ matches: true })
  })
  expect(screen.getAllByText('Note')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>('Note')).toBe(field)
  expect(field.value).toBe('Half typed')
})
