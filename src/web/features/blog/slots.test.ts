import { expect, test } from 'vitest'
import { placing } from './slots.ts'

const SLOTS = { 'news.0': 7, 'news.1': 9, 'news.2': null, 'resources.0': 4 }

test('an article that is in no other slot changes only its new slot', () => {
  expect(placing(SLOTS, 'news.2', 5)).toEqual({ 'news.2': 5 })
})

test('choosing an article from another slot swaps the two, even if one is empty', () => {
  expect(placing(SLOTS, 'news.0', 9)).toEqual({ 'news.0': 9, 'news.1': 7 })
  expect(placing(SLOTS, 'news.2', 7)).toEqual({ 'news.2': 7, 'news.0': null })
})

test('emptying a slot leaves other empty slots alone', () => {
  expect(placing(SLOTS, 'news.0', null)).toEqual({ 'news.0': null })
})
