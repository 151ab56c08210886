import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type ListCall, pageQuery } from '#web/lib/list/list-call.ts'
import { readListState } from '#web/lib/list/list-state.ts'
import { EVERY_LIST, listChanges } from '#web/lib/live/list-changes.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ListTable } from '#web/ui/list/list-table.tsx'
import { LiveRows } from './live-rows.tsx'

interface Row {
  id: number
  name: string
}

let onServer: Row[] = []
const call: ListCall<Row> = {
  key: ['things'],
  filters: {},
  byDefault: { column: 'id', descending: true },
  query: () => ({}),
  read: async () => ({
    items: onServer,
    totalCount: onServer.length,
    numItemsPerPage: 10,
    currentPageNumber: 1,
  }),
}
const state = readListState({})
const columns = [
  { id: 'id', header: 'ID', width: 50, cell: ({ id }: Row) => id },
  { id: 'name', header: 'Name', width: 50, cell: ({ name }: Row) => name },
]

interface ThingsProps {
  live?: boolean
  rowKey?: (row: Row) => string | number
}

function Things({ live = true, rowKey = ({ id }) => id }: ThingsProps) {
  const query = useQuery(pageQuery(call, state))
  return (
    <>
      {live && <LiveRows list={{ call, state, query }} rowKey={rowKey} />}
      <ListTable
        label="Things"
        columns={columns}
        rows={query.data?.items}
        rowKey={rowKey}
        rowHref={({ id }) => `/things/${id}`}
        sort={null}
        onSort={() => {}}
        empty={null}
      />
    </>
  )
}

/** Opens a list with these rows. */
async function open(...rows: Row[]) {
  onServer = rows
  renderInApp(<Things />)
  await screen.findByRole('link', { name: rows[0]?.name })
}
const one = { id: 1, name: 'One' }
const two = { id: 2, name: 'Two' }
const names = () => screen.getAllByRole('row').flatMap((row) => row.querySelectorAll('td')[1]?.textContent ?? [])
const tell = (list = 'things') => act(async () => listChanges.tell({ list, ids: null, created: false }))

test('a value that somebody changed shows in its place with a tint, and the focus stays', async () => {
  await open(two, one)
  const row = screen.getAllByRole('row')[2]
  row?.querySelector('a')?.focus()
  const focused = document.activeElement
  onServer = [two, { id: 1, name: 'Changed' }]
  await tell()
  await waitFor(() => expect(names()).toEqual(['Two', 'Changed']))
  expect(document.activeElement).toBe(focused)
  await waitFor(() =>
    expect([...document.querySelectorAll('td[data-changed]')].map((cell) => cell.textContent)).toEqual(['Changed']),
  )
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})

test('new and moved rows wait behind a button, which puts the focus into the list', async () => {
  await open(two, one)
  onServer = [{ id: 3, name: 'Three' }, one, two]
  await tell()
  const chip = await screen.findByRole('button', { name: 'Show 1 new, 1 moved' })
  expect(names()).toEqual(['Two', 'One'])
  await act(async () => void fireEvent.click(chip))
  await waitFor(() => expect(names()).toEqual(['Three', 'One', 'Two']))
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  expect(document.activeElement?.closest('table')).not.toBeNull()
})

test('rows whose keys are texts keep their places and values', async () => {
  onServer = [two, one]
  renderInApp(<Things rowKey={({ name }) => `${name} of the things`} />)
  await screen.findByRole('link', { name: 'Two' })
  await tell()
  await act(() => new Promise((done) => setTimeout(done, 300)))
  expect(names()).toEqual(['Two', 'One'])
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  onServer = [two, one, { id: 3, name: 'Three' }]
  await tell()
  await screen.findByRole('button', { name: 'Show 1 new' })
  expect(names()).toEqual(['Two', 'One'])
})

test('an own refresh shows the waiting rows, and the button goes', async () => {
  await open(one)
  onServer = [two, one]
  await tell()
  await screen.findByRole('button', { name: 'Show 1 new' })
  await act(async () => queryClient.invalidateQueries())
  await waitFor(() => expect(names()).toEqual(['Two', 'One']))
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})

test('changes of another list are ignored, those of all lists are not', async () => {
  await open(one)
  onServer = [two, one]
  await tell('others')
  await tell(EVERY_LIST)
  await screen.findByRole('button', { name: 'Show 1 new' })
})

test('changes from before this part of the app was loaded show once it is', async () => {
  onServer = [one]
  const page = (live: boolean) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Things live={live} />
      </QueryClientProvider>
    </MantineProvider>
  )
  const { rerender } = render(page(false))
  await screen.findByRole('link', { name: 'One' })
  await new Promise((done) => setTimeout(done, 5))
  onServer = [two, one]
  await tell()
  rerender(page(true))
  expect(await screen.findByRole('button', { name: /^Show 1/ })).toBeTruthy()
})
