import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PlanLine } from './plan-line.tsx'

const show = (at: number) => `day ${at / 86_400_000}`
const point = (label: string, planned: number | null, actual: number | null) => ({ label, planned, actual })
const day = (number: number) => number * 86_400_000

test('the line has each planned and actual date with its label, and today; screen readers skip it', () => {
  const points = [point('Departure', day(1), day(3)), point('Arrival', day(20), null)]
  const { container } = render(<PlanLine points={points} now={day(4)} show={show} />)
  expect(container.textContent).toBe('Departureday 1Arrivalday 20TodayDepartureday 3')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.queryByRole('img')).toBeNull()
})

test('a plan without dates shows nothing', () => {
  const { container } = render(<PlanLine points={[point('Departure', null, null)]} now={0} show={show} />)
  expect(container.innerHTML).toBe('')
})
