import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defineFilters } from '#contract/lib/filters.ts'
import { FilterEditor } from './filter-editor.tsx'

const FIELDS = defineFilters({
  status: { kind: 'enum', label: 'Status', choices: [{ value: '0', label: 'In progress' }] },
  cutOff: { kind: 'date', label: 'Cargo cut-off' },
})

afterEach(cleanup)

function open() {
  const onApply = vi.fn()
  render(
    <MantineProvider env="test">
      <FilterEditor fields={FIELDS} onApply={onApply} onCancel={() => undefined} />
    </MantineProvider>,
  )
  return onApply
}

/** Types into the field that has the focus, and presses Enter once its options are there. */
async function typeAndEnter(text: string, option: string) {
  const field = document.activeElement as HTMLInputElement
  fireEvent.change(field, { target: { value: text } })
  await waitFor(() => expect(screen.getByRole('option', { name: option }).dataset.comboboxSelected).toBe('true'))
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
}

test('the field that is chosen already leads on too', async () => {
  open()
  screen.getByRole('combobox', { name: 'Filter by' }).focus()
  await typeAndEnter('stat', 'Status')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'In progress' })))
})

test('a date without a choice of when is refused where it is missing', async () => {
  const onApply = open()
  screen.getByRole('combobox', { name: 'Filter by' }).focus()
  await typeAndEnter('cut', 'Cargo cut-off')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'When' })))
  fireEvent.submit(screen.getByRole('combobox', { name: 'When' }).closest('form')!)
  expect(await screen.findByText('Please choose when')).toBeTruthy()
  expect(onApply).not.toHaveBeenCalled()
})
