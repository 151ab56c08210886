import '#web/test/setup.ts'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { Toasts } from './toasts.tsx'

const undo = vi.fn()
const next = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  undo.mockClear()
  next.mockClear()
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
})
const showEvent = () =>
  act(() =>
    showSuccess(
      'Set',
      { label: 'Undo', shortcut: 'u', lasts: 10_000, run: undo },
      { label: 'Next', shortcut: 'n', run: next },
    ),
  )

test('a toast stays as long as its longest action lasts, and 5 s at least', () => {
  showEvent()
  act(() => vi.advanceTimersByTime(9_999))
  expect(screen.queryByText('Undo')).not.toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.queryByText('Set')).toBeNull()
  act(() => showSuccess('Short', { label: 'Undo', lasts: 2_000, run: undo }))
  act(() => vi.advanceTimersByTime(2_000))
  expect(screen.queryByText('Undo')).toBeNull()
  expect(screen.queryByText('Short')).not.toBeNull()
  act(() => vi.advanceTimersByTime(3_000))
  expect(screen.queryByText('Short')).toBeNull()
})

test('an action disappears when its time is over, even in a toast that the pointer keeps open', () => {
  showEvent()
  fireEvent.mouseEnter(screen.getByText('Set'))
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.queryByText('Undo')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'u' })
  expect(undo).not.toHaveBeenCalled()
  expect(screen.queryByText('Next')).not.toBeNull()
})

test('a single key acts once, and closes the toast', () => {
  showEvent()
  fireEvent.keyDown(document.body, { key: 'u' })
  fireEvent.keyDown(document.body, { key: 'u' })
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(undo).toHaveBeenCalledTimes(1)
  expect(next).not.toHaveBeenCalled()
  expect(screen.queryByText('Set')).toBeNull()
})

test('an action counts down to what happens without it', () => {
  act(() => showSuccess('Set', { label: 'Undo', lasts: 10_000, run: undo, until: 'Mail leaves' }))
  expect(screen.getAllByText('Mail leaves in 10 s')).toHaveLength(2)
  act(() => vi.advanceTimersByTime(3_000))
  expect(screen.getByText('Mail leaves in 7 s')).toBeTruthy()
  // Screen readers hear it once, not every second.
  expect(screen.getByText('Mail leaves in 7 s').getAttribute('aria-hidden')).toBe('true')
  act(() => vi.advanceTimersByTime(7_000))
  expect(screen.queryByText(/Mail leaves/)).toBeNull()
})
