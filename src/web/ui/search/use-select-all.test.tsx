import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelectAll } from './use-select-all.ts'

function Field() {
  return <input aria-label="Search" defaultValue="ABCD12345678" {...useSelectAll()} />
}

test('the focus and the first click select the old text, so that typing replaces it; the next click places the caret', () => {
  render(<Field />)
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  const selected = () => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  const click = () => {
    fireEvent.pointerDown(field)
    field.focus()
    field.setSelectionRange(4, 4)
    fireEvent.click(field)
  }
  click()
  expect(selected()).toBe(field.value)
  click()
  expect(selected()).toBe('')
  field.blur()
  field.focus()
  expect(selected()).toBe(field.value)
})
