import { expect, test } from 'vitest'
import { isBuild, isNewer, isOther } from './build.ts'

test('a build is newer if it differs and was made later', () => {
  expect(isNewer('200-bb', '100-aa')).toBe(true)
  expect(isNewer('100-bb', '200-aa')).toBe(false)
  expect(isNewer('100-bb', '100-aa')).toBe(false)
  expect(isOther('100-bb', '200-aa')).toBe(true)
})

test('building the same sources twice gives the same build', () => {
  expect(isNewer('200-aa', '100-aa')).toBe(false)
  expect(isOther('200-aa', '100-aa')).toBe(false)
})

test('an unfilled placeholder is not a build', () => {
  expect(['__BUILD__', '', null, undefined, '-aa', '100-', '100-xyz'].filter(isBuild)).toEqual([])
  expect(isBuild('100-aa')).toBe(true)
})
