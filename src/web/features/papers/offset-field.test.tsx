import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#web/test/render.tsx'
import { OffsetField } from './offset-field.tsx'

const changed = vi.fn()

function Form({ first }: { first: unknown }) {
  const [value, setValue] = useState(first)
  const onChange = (next: unknown) => {
    changed(next)
    setValue(next)
  }
  return <OffsetField input={{ label: 'Days', value, onChange }} />
}

const days = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' })
const side = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Before or after that date' })
const enter = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('days before a date are shown and chosen in words', () => {
  renderInApp(<Form first={-3} />)
  expect([days().value, side().value]).toEqual(['3', 'before'])
  enter(side(), 'after')
  expect(changed).toHaveBeenLastCalledWith('3')
  enter(side(), 'before')
  expect(changed).toHaveBeenLastCalledWith('-3')
})

test('a minus that is typed means before, and the choice stays while the number is typed again', () => {
  renderInApp(<Form first={0} />)
  enter(days(), '-2')
  expect(changed).toHaveBeenLastCalledWith('-2')
  expect([days().value, side().value]).toEqual(['2', 'before'])
  enter(days(), '')
  enter(days(), '5')
  expect(changed).toHaveBeenLastCalledWith('-5')
})
