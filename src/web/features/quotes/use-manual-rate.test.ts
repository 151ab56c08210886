import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useManualRate } from './use-manual-rate.ts'

afterEach(cleanup)

const manual = (lane: string, unpriced = false) =>
  renderHook((on: { lane: string; unpriced: boolean }) => useManualRate(on.lane, on.unpriced), {
    initialProps: { lane, unpriced },
  })

test('where there is no price the rate by hand is on by itself, and off again with the next price', () => {
  const { result, rerender } = manual('a', true)
  expect(result.current.override).toMatchObject({ on: true, rate: '' })
  rerender({ lane: 'b', unpriced: false })
  expect(result.current.override.on).toBe(false)
  rerender({ lane: 'a', unpriced: false })
  expect(result.current.override.on).toBe(false)
})

test('what was typed for a lane without a price stays when it gets one', () => {
  const { result, rerender } = manual('a', true)
  act(() => result.current.onOverride({ rate: '432.10' }))
  rerender({ lane: 'a', unpriced: false })
  expect(result.current).toMatchObject({ override: { on: true, rate: '432.10' }, rate: 432.1 })
})

test('a rate typed for one lane prices no other, and is there again on its own', () => {
  const { result, rerender } = manual('a')
  act(() => result.current.onOverride({ on: true }))
  act(() => result.current.onOverride({ rate: '800' }))
  expect(result.current.rate).toBe(800)
  rerender({ lane: 'b', unpriced: true })
  expect(result.current).toMatchObject({ override: { on: true, rate: '' }, rate: null })
  rerender({ lane: 'a', unpriced: false })
  expect(result.current.rate).toBe(800)
})

test('what is wrong with a rate is said once it was asked for, and not of the next lane', () => {
  const { result, rerender } = manual('a', true)
  expect(result.current.rateError).toBeNull()
  act(() => {
    expect(result.current.checkRate()).toBe(false)
  })
  expect(result.current.rateError).toBe('Please enter a value')
  rerender({ lane: 'b', unpriced: true })
  expect(result.current.rateError).toBeNull()
})

test('without a rate by hand there is nothing wrong with it', () => {
  const { result } = manual('a')
  act(() => {
    expect(result.current.checkRate()).toBe(true)
  })
})
