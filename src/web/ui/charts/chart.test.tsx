import { MantineProvider } from '@mantine/core'
import { act, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { BarChart, LineChart } from './chart.tsx'

const volume = {
  title: 'Volume booked, CBM',
  of: 'Week',
  series: ['This year', 'Last year'],
  points: [
    { label: 'Nov 9', values: [12.5, null] },
    { label: 'Nov 16', values: [3, 4], head: <a href="/orders">Nov 16</a> },
  ],
  format: (value: number) => value.toFixed(2),
}
const show = (charts: ReactNode) => act(async () => render(<MantineProvider env="test">{charts}</MantineProvider>))
const rows = () => screen.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)

test.each([
  ['bars', BarChart],
  ['lines', LineChart],
])('the figures of %s are in a table, whether or not the chart can be drawn', async (_, Chart) => {
  await show(<Chart {...volume} />)
  expect(rows()).toEqual(['WeekThis yearLast year', 'Nov 912.50-', 'Nov 163.004.00'])
  expect(screen.getByRole('figure', { name: volume.title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Nov 16', hidden: true }).getAttribute('href')).toBe('/orders')
})

test('a legend names several series; a single one has none', async () => {
  const { container } = await show(
    <>
      <BarChart {...volume} />
      <BarChart {...volume} title="One" series={['This year']} sideways />
    </>,
  )
  const [several, one] = screen.getAllByRole('figure') as [HTMLElement, HTMLElement]
  expect(within(several).getByRole('list', { hidden: true }).textContent).toBe(' This year Last year')
  expect(within(one).queryByRole('list', { hidden: true })).toBeNull()
  const ids = [...container.querySelectorAll('pattern')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
})

test('points of lines differ by more than colour, in the legend as in the chart', async () => {
  await show(<LineChart {...volume} series={['This year', 'Last year', 'Before']} />)
  const looks = [...document.querySelectorAll('li circle')].map((dot) => {
    const hollow = dot.getAttribute('fill') !== dot.getAttribute('stroke')
    return `${dot.getAttribute('r')} ${hollow ? 'hollow' : 'full'}`
  })
  expect(looks).toEqual(['3.5 full', '3.5 hollow', '1.75 full'])
})
