import { expect, test } from 'vitest'
import { createStore } from '#web/lib/browser/store.ts'
import { shownTicked, toggle, toggleAll } from './selection.ts'

const ticked = () => createStore<ReadonlySet<number>>(new Set())

test('a second tick takes the first one back', () => {
  const store = ticked()
  toggle(store, 2)
  toggle(store, 3)
  toggle(store, 2)
  expect([...store.get()]).toEqual([3])
})

test('the box for all ticks missing rows, or takes all ticks back', () => {
  const store = ticked()
  toggle(store, 2)
  toggleAll(store, [1, 2, 3])
  expect([...store.get()]).toEqual([1, 2, 3])
  toggleAll(store, [1, 2, 3])
  expect([...store.get()]).toEqual([])
})

test('a row that left the list is not selected, and those shown keep the order of the list', () => {
  const store = ticked()
  for (const id of [7, 5, 6]) toggle(store, id)
  expect(shownTicked(store.get(), [5, 6, 8])).toEqual([5, 6])
  toggleAll(store, [5, 6])
  expect([...store.get()]).toEqual([])
})
