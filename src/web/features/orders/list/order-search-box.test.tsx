import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { compose, KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { renderInApp } from '#web/test/render.tsx'
import { OrderSearch } from './order-search-box.tsx'

const files = import.meta.glob<string>('/tests/cases/texts/ime.json', { query: '?raw', import: 'default', eager: true })
const [composed, typedWide] = JSON.parse(files['/tests/cases/texts/ime.json'] ?? '').cases

const searched = vi.fn()
const entered = vi.fn()

function Search() {
  const [code, setCode] = useState('')
  const change = (next: string) => {
    searched(next)
    setCode(next)
  }
  return <OrderSearch value={code} onChange={change} onAsked={(asked) => asked && entered(asked)} />
}

function open(): HTMLInputElement {
  searched.mockReset()
  entered.mockReset()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  renderInApp(
    <RouterContextProvider router={router as never}>
      <Search />
    </RouterContextProvider>,
  )
  return screen.getByLabelText<HTMLInputElement>('Search by tracking code')
}

/** Ends the composition with a text, in the order of Chromium or with the input event behind it, as in Firefox. */
function commit(field: HTMLInputElement, text: string, inputAfter = false): void {
  if (!inputAfter) fireEvent.input(field, { target: { value: text }, isComposing: true })
  fireEvent.compositionEnd(field, { data: text })
  if (inputAfter) fireEvent.input(field, { isComposing: false })
}

/** Types characters one by one at the end. */
function type(field: HTMLInputElement, text: string): void {
  for (const char of text) fireEvent.input(field, { target: { value: field.value + char } })
}

test.each([false, true])(
  'letters that are composed stay as they are until they are chosen (input after: %s)',
  (after) => {
    const field = open()
    compose(field, 'l', 'lk', 'lkb', 'lkbs')
    expect(field.value).toBe('lkbs')
    expect(searched).not.toHaveBeenCalled()
    commit(field, 'lkbs', after)
    expect(field.value).toBe('LKBS - ')
    type(field, '84067328')
    expect(field.value).toBe(composed.right)
    expect(searched).toHaveBeenLastCalledWith('LKBS84067328')
  },
)

test('digits are composed behind a code that is there', () => {
  const field = open()
  type(field, 'lkbs')
  compose(field, 'LKBS - ８', 'LKBS - ８４０６')
  expect(field.value).toBe('LKBS - ８４０６')
  commit(field, 'LKBS - ８４０６')
  expect(field.value).toBe('LKBS - 8406 - ')
})

test('a composition that is given up leaves the code that was there', () => {
  const field = open()
  type(field, 'lkbs')
  compose(field, 'LKBS - ni', 'LKBS - ')
  commit(field, 'LKBS - ')
  expect(field.value).toBe('LKBS - ')
})

test.each([
  [/insert (\S+)/.exec(typedWide.do)?.[1] ?? '', typedWide.right.split(',')[0]],
  ['ｌｋｂｓ　８４０６　７３２８', 'LKBS - 8406 - 7328'],
  ['ＬＫＢＳ－８４０６', 'LKBS - 8406 - '],
  ['７３２８', '7328'],
])('full-width %s typed by the keyboard is %s', (typed, shown) => {
  const field = open()
  fireEvent.input(field, { target: { value: typed }, inputType: 'insertText' })
  expect(field.value).toBe(shown)
})

test.each(KEYS_OF_COMPOSITIONS)('Enter %s searches nothing', (_, how) => {
  const field = open()
  type(field, 'lk')
  fireEvent.keyDown(field, { key: 'Enter', ...how })
  expect(entered).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(entered).toHaveBeenCalledWith('LK')
})
