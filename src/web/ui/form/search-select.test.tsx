import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SearchSelect } from './search-select.tsx'

const select = (searching: boolean, data: string[]) => (
  <MantineProvider env="test">
    <SearchSelect label="City" value={null} chosen="" onSearch={() => undefined} searching={searching} data={data} />
  </MantineProvider>
)
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('until the answer comes, only options that match the typed text are offered; then all that the server found', async () => {
  const { rerender } = render(select(false, ['Hangzhou', 'Ningbo', 'Shaoxing']))
  const input = screen.getByRole('combobox', { name: 'City' })
  input.focus()
  fireEvent.click(input)
  expect(offered()).toEqual(['Hangzhou', 'Ningbo', 'Shaoxing'])
  fireEvent.change(input, { target: { value: 'shao' } })
  expect(offered()).toEqual(['Shaoxing'])
  rerender(select(true, ['Hangzhou', 'Ningbo', 'Shaoxing']))
  expect(offered()).toEqual(['Shaoxing'])
  rerender(select(false, ['Keqiao', 'Shaoxing']))
  await expect.poll(offered).toEqual(['Keqiao', 'Shaoxing'])
})

test('a text without a match yet says that it is searched for', () => {
  render(select(true, ['Ningbo']))
  const input = screen.getByRole('combobox', { name: 'City' })
  input.focus()
  fireEvent.click(input)
  fireEvent.change(input, { target: { value: 'CNSHX' } })
  expect(offered()).toEqual([])
  expect(screen.getByText('Searching…')).toBeTruthy()
})
