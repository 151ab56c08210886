import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connection } from '#web/lib/api/connection.ts'
import { lazyPart, loadAhead } from './lazy-part.tsx'
import { PART_MISSING, PART_WAITS, PartBoundary } from './part-boundary.tsx'

beforeEach(() => {
  connection.set('up')
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  connection.set('up')
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

test('a part first opened without a connection loads by itself when it is back; typed text beside it stays', async () => {
  const load = vi.fn(async () => {
    if (connection.get() !== 'up')
      throw new TypeError('Failed to fetch dynamically imported module: https://x.test/a.js')
    return () => <p>Here it is</p>
  })
  const Part = lazyPart(load)
  connection.set('unreachable')
  await act(async () => {
    render(
      <main>
        <input aria-label="Name" />
        <PartBoundary>
          <Suspense fallback={null}>
            <Part />
          </Suspense>
        </PartBoundary>
      </main>,
    )
  })
  expect(screen.getByRole('alert').textContent).toBe(PART_WAITS.unreachable)
  screen.getByRole<HTMLInputElement>('textbox').value = 'typed'
  await act(async () => connection.set('up'))
  expect(screen.getByText('Here it is')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that fails to load on hover is not an error yet', async () => {
  const load = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  loadAhead(load)()
  expect(load).toHaveBeenCalledTimes(1)
  // Vitest fails the run for a rejection that nobody handles.
  await act(async () => {})
})
