import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { PlaceField } from './place-field.tsx'

const PORTS = [
  { id: 1, code: 'CNNGB', name: 'Ningbo', updatedAt: '2026-11-01T00:00:00.000Z' },
  { id: 2, code: 'CNSHA', name: 'Shanghai', updatedAt: '2026-11-01T00:00:00.000Z' },
]

function Port() {
  const [code, setCode] = useState('CNNGB')
  return <PlaceField label="Port of loading" value={code} onChange={setCode} error={undefined} />
}

/** Types a text over the chosen port and leaves the field. */
async function leave(text: string) {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://quayside.test')
    const wanted = searchParams.get('search') ?? ''
    const items =
      pathname === '/api/port/get_all' ? PORTS.filter(({ code, name }) => `${code} ${name}`.includes(wanted)) : []
    return new Response(
      JSON.stringify({
        code: 200,
        message: '',
        data: { items, totalCount: items.length, numItemsPerPage: 50, currentPageNumber: 1 },
      }),
    )
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Port />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(field.value).toBe('CNNGB — Ningbo'))
  field.focus()
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
  field.blur()
  return field
}

test('a text typed behind the words of a port is no port, and stays', async () => {
  const field = await leave('CNNGB — NingboShanghai')
  await screen.findByText('No port matches "CNNGB — NingboShanghai"')
  expect(field.value).toBe('CNNGB — NingboShanghai')
})

test('the words of a port are taken, whole or as far as they were typed', async () => {
  const field = await leave('CNSHA — Shang')
  await waitFor(() => expect(field.value).toBe('CNSHA — Shanghai'))
})
