import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FillBar, fillPercent } from './fill-bar.tsx'

const bar = (used: number, capacity: number) => {
  cleanup()
  render(
    <MantineProvider env="test">
      <FillBar label="CBM of a box" used={used} capacity={capacity} text={`${used} of ${capacity} CBM`} />
    </MantineProvider>,
  )
  return screen.getByRole('meter', { name: 'CBM of a box' })
}

test('a bar has its number in words and in percent, empty and full included', () => {
  expect(bar(29, 58).getAttribute('value')).toBe('50')
  expect(bar(29, 58).getAttribute('aria-valuetext')).toBe('29 of 58 CBM')
  expect(screen.getByText('29 of 58 CBM')).toBeTruthy()
  expect(bar(0, 58).getAttribute('value')).toBe('0')
  expect(bar(58, 58).getAttribute('aria-valuetext')).toBe('58 of 58 CBM')
})

test('a litre over the capacity shows in words, and the bar stays full', () => {
  const over = bar(58.001, 58)
  expect(over.getAttribute('aria-valuetext')).toBe('58.001 of 58 CBM, over')
  expect(over.getAttribute('value')).toBe('100')
  expect(fillPercent(58.001, 58)).toBe(101)
  expect(fillPercent(57.999, 58)).toBe(100)
})

test('without a capacity there is no share', () => {
  expect(fillPercent(3, 0)).toBeNull()
  expect(bar(3, 0).getAttribute('value')).toBe('0')
})
