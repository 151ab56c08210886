import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { theme } from '#web/ui/page/theme.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

const ROWS = [
  { label: 'City', mine: 'Yiwu', theirs: 'Ningbo' },
  { label: 'Phone', mine: '+1604', theirs: '-' },
]
const MESSAGE = 'This record was changed by Ann'

/** Opens the dialog, without its opening animation. */
function open() {
  const onResolve = vi.fn()
  const onCancel = vi.fn()
  render(
    <MantineProvider env="test" theme={theme}>
      <ConflictDialog message={MESSAGE} rows={ROWS} onResolve={onResolve} onCancel={onCancel} />
    </MantineProvider>,
  )
  return { onResolve, onCancel }
}
const choice = (field: string, side: RegExp) =>
  within(screen.getByRole('group', { name: field })).getByRole<HTMLInputElement>('radio', { name: side })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('shows who changed the record, and both values of each field', () => {
  open()
  expect(screen.getByRole('dialog', { name: 'Changed by someone else' }).textContent).toContain(MESSAGE)
  const fields = screen.getAllByRole('group').map((field) => field.textContent)
  expect(fields).toEqual(['CityMineYiwuTheirsNingbo', 'PhoneMine+1604Theirs-'])
})

test('keeps my values unless theirs are chosen', () => {
  const { onResolve } = open()
  expect(choice('City', /^Mine/).checked).toBe(true)
  expect(choice('Phone', /^Mine/).checked).toBe(true)
  press('Save')
  expect(onResolve.mock.calls).toEqual([[['mine', 'mine']]])
})

test('a choice applies to its own field only, and can be changed', () => {
  const { onResolve } = open()
  fireEvent.click(choice('City', /^Theirs/))
  fireEvent.click(choice('Phone', /^Theirs/))
  fireEvent.click(choice('City', /^Mine/))
  expect(choice('City', /^Mine/).checked).toBe(true)
  expect(choice('Phone', /^Theirs/).checked).toBe(true)
  press('Save')
  expect(onResolve).toHaveBeenCalledExactlyOnceWith(['mine', 'theirs'])
})

test.each(['Back to editing', 'Close'])('%s saves nothing', (button) => {
  const { onResolve, onCancel } = open()
  press(button)
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onResolve).not.toHaveBeenCalled()
})
