import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ImportColumns, type NamedColumns } from './import-columns.tsx'

const FIELDS = [
  { field: 'tier', label: 'Tier' },
  { field: 'cbm', label: 'CBM' },
]

function open(headings: NamedColumns['headings']) {
  const onMap = vi.fn()
  render(
    <MantineProvider env="test">
      <ImportColumns columns={{ headings, fields: FIELDS }} disabled={false} onMap={onMap} />
    </MantineProvider>,
  )
  return onMap
}
const select = (heading: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `${heading} becomes` })

test('a guessed column is named with its field; another one that takes the field leaves it out', () => {
  const onMap = open([
    { heading: 'Zone', field: 'tier', guessed: true },
    { heading: 'Preis', field: null, guessed: false },
  ])
  expect(select('Zone').value).toBe('tier')
  expect(screen.getAllByText('Guessed from its heading')).toHaveLength(1)
  fireEvent.change(select('Preis'), { target: { value: 'tier' } })
  expect(onMap).toHaveBeenLastCalledWith({ Zone: null, Preis: 'tier' })
  fireEvent.change(select('Zone'), { target: { value: '' } })
  expect(onMap).toHaveBeenLastCalledWith({ Zone: null })
})

test('where all fields are known by their labels, nothing is asked about other columns', () => {
  open([{ heading: 'ID', field: null, guessed: false }])
  expect(screen.queryByRole('combobox')).toBeNull()
})
