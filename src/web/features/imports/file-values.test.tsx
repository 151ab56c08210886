import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FileImport } from '#contract/imports/imports.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { renderInApp } from '#web/test/render.tsx'
import { FileChanges } from './file-changes.tsx'
import { FileValues } from './file-values.tsx'

afterEach(cleanup)

const FILE = {
  id: 3,
  kind: 'orders',
  columns: [
    { heading: 'Zustand', field: 'status', samples: [] },
    { heading: 'ETD', field: 'estimatedTimeOfDepartureAt', samples: [] },
  ],
  problems: [{ row: 2, column: 'Shipment trade terms', message: 'This field cannot be empty' }],
  unknownTexts: [{ field: 'status', column: 'Zustand', text: 'offen', rows: 1200 }],
  options: { fixed: {}, values: {}, historic: false, update: false },
  changes: [
    { row: 2, column: 'ETD', from: '', to: '2026-03-19' },
    { row: 2, column: 'Zustand', from: 'In progress', to: 'Completed' },
  ],
  changeCount: 1002,
} as unknown as FileImport // what these parts read

function show(options: Partial<FileImport['options']> = {}, errors: Record<string, string> = {}) {
  const sent: ImportOptions[] = []
  renderInApp(
    <FileValues
      file={FILE}
      options={{ ...FILE.options, ...options }}
      mapped={FILE.columns.map(({ field }) => field)}
      errors={errors}
      disabled={false}
      onOptions={(changed) => sent.push(changed)}
    />,
  )
  return sent
}

const choose = async (name: string, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

test('a cell that is on no list stands with its rows, and what it means is chosen from the list of its field', async () => {
  const sent = show()
  const row = screen.getByRole('row', { name: /offen/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.replace('\u00a0', ' ')),
  ).toEqual(expect.arrayContaining(['Zustand', '1 200']))
  await choose('Zustand “offen” means', 'In progress')
  expect(sent).toEqual([{ values: { status: { offen: 'In progress' } } }])
})

test('a replaced cell stays in the table, and is taken back by choosing the same again', async () => {
  const sent = show({ values: { status: { fertig: 'Completed', offen: 'In progress' } } })
  expect(screen.getAllByRole('row')).toHaveLength(3)
  await choose('Zustand “fertig” means', 'Completed')
  expect(sent).toEqual([{ values: { status: { offen: 'In progress' } } }])
})

test('fields that rows lack are offered a value for every row, with the message of the last check', async () => {
  const sent = show({}, { 'options.fixed.shipmentTradeTerms': 'Write one of: Other' })
  expect(screen.getByText('Client email, in every row')).toBeTruthy()
  expect(screen.getByText('Write one of: Other')).toBeTruthy()
  await choose('Shipment trade terms, in every row', 'Other')
  const more = screen.getByRole('combobox', { name: 'Add a value for every row' })
  expect(within(more).queryByRole('option', { name: 'Status' })).toBeNull()
  fireEvent.change(more, { target: { value: 'vesselVoyage' } })
  expect(sent).toEqual([{ fixed: { shipmentTradeTerms: 'Other' } }, { fixed: { vesselVoyage: '' } }])
})

test('both ways are ticked by their names; historic is for orders', () => {
  const sent = show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Update existing' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Historic orders' }))
  expect(sent).toEqual([{ update: true }, { historic: true }])
})

test('changes show the old value beside the new, days as days, and say how many there are', () => {
  renderInApp(<FileChanges file={FILE} />)
  expect(screen.getByRole('row', { name: '2 ETD – Mar 19 2026' })).toBeTruthy()
  expect(screen.getByRole('row', { name: '2 Zustand In progress Completed' })).toBeTruthy()
  expect(screen.getByText(/^The first 2 are shown/)).toBeTruthy()
})
