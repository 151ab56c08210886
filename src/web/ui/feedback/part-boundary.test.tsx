import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PART_MISSING, PartBoundary } from './part-boundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Failing({ message }: { message: string }): never {
  throw new Error(message)
}

const failing = (message: string) => (
  <main>
    <input defaultValue="typed" />
    <PartBoundary>
      <Failing message={message} />
    </PartBoundary>
  </main>
)

test.each([
  'Failed to fetch dynamically imported module: https://x.test/assets/a-12345678.js',
  'error loading dynamically imported module: https://x.test/assets/a-12345678.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a-12345678.css',
])('a part that fails to load (%s) shows a message in its place, and the rest of the page stays', (message) => {
  render(failing(message))
  expect(screen.getByRole('alert').textContent).toBe(PART_MISSING)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed')
})

test('any other failure is thrown', () => {
  expect(() => render(failing('x is not a function'))).toThrow('x is not a function')
})
