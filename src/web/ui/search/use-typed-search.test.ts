import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useTypedSearch } from './use-typed-search.ts'

beforeEach(() => void vi.useFakeTimers())
function search() {
  const onChange = vi.fn()
  const { result, rerender } = renderHook(({ value }) => useTypedSearch(value, onChange), {
    initialProps: { value: '' },
  })
  return {
    onChange,
    typed: () => result.current.typed,
    type: (text: string) => act(() => result.current.type(text)),
    send: (text: string) => act(() => result.current.send(text)),
    pause: () => act(() => vi.runAllTimers()),
    /** Changes the value in the address. */
    address: (value: string) => rerender({ value }),
  }
}

test('typed text is passed on once, trimmed, after a pause; sent text at once', () => {
  const { type, send, pause, onChange } = search()
  type('a')
  type('ab ')
  expect(onChange).not.toHaveBeenCalled()
  pause()
  expect(onChange.mock.calls).toEqual([['ab']])
  type('abc')
  send('abc')
  expect(onChange.mock.calls).toEqual([['ab'], ['abc']])
  pause()
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('a letter typed while the address catches up stays, and is passed on', () => {
  const { type, send, pause, address, typed, onChange } = search()
  send('ab')
  send('abc')
  type('abcd')
  address('ab')
  expect(typed()).toBe('abcd')
  address('abc')
  expect(typed()).toBe('abcd')
  pause()
  expect(onChange).toHaveBeenLastCalledWith('abcd')
})

test('a value from elsewhere replaces the typed text, even if it was searched for before', () => {
  const { type, send, pause, address, typed, onChange } = search()
  send('ab')
  address('ab')
  type('abc')
  address('')
  expect(typed()).toBe('')
  pause()
  expect(onChange.mock.calls).toEqual([['ab']])
  send('x')
  address('x')
  address('ab')
  expect(typed()).toBe('ab')
})
