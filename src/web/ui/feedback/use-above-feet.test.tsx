import '#web/test/setup.ts'
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAboveFeet } from './use-above-feet.ts'

afterEach(cleanup)

const rect = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height)

/** A stack of 400 × 80 px at the lower right of 1440 × 900 px, and a bar of buttons. */
function Page({ foot, shows = true }: { foot: DOMRect; shows?: boolean }) {
  const stack = useRef<HTMLDivElement>(null)
  useAboveFeet(stack, shows)
  return (
    <>
      <div data-foot ref={placed(() => foot)} />
      <div
        data-testid="stack"
        ref={(element) => {
          stack.current = element
          placed(() => rect(1024, 804 - above(element), 400, 80))(element)
        }}
      />
    </>
  )
}
const above = (element: HTMLElement | null) => Number.parseFloat(element?.style.getPropertyValue('--above') ?? '') || 0
const placed = (at: () => DOMRect) => (element: HTMLElement | null) => {
  if (element) element.getBoundingClientRect = at
}
function up(foot: DOMRect, shows?: boolean): number {
  const { getByTestId, unmount } = render(<Page foot={foot} shows={shows} />)
  const moved = above(getByTestId('stack'))
  unmount()
  return moved
}

test('toasts go above the buttons of a dialog that they would cover', () => {
  expect(up(rect(800, 850, 640, 50))).toBe(42)
})

test('buttons beside or above them, and those of a page that show nothing, leave toasts where they are', () => {
  expect(up(rect(400, 850, 600, 50))).toBe(0)
  expect(up(rect(800, 600, 640, 50))).toBe(0)
  expect(up(rect(800, 850, 640, 50), false)).toBe(0)
})

test('a bar that comes later moves them, and a place once taken is kept', () => {
  vi.useFakeTimers()
  const { getByTestId, rerender } = render(<Page foot={rect(0, 0, 0, 0)} />)
  expect(above(getByTestId('stack'))).toBe(0)
  rerender(<Page foot={rect(0, 850, 1440, 50)} />)
  vi.advanceTimersByTime(200)
  expect(above(getByTestId('stack'))).toBe(42)
  vi.advanceTimersByTime(400)
  expect(above(getByTestId('stack'))).toBe(42)
  vi.useRealTimers()
})
