import { expect, test } from 'vitest'
import { bareContainerNumber, containerNumberDoubt } from './container-codes.ts'

test('a container number ends in the check digit of ISO 6346', () => {
  // CSQU3054383 and TEXU3070079 are published examples; the last one's remainder of 10 counts as 0.
  for (const number of ['CSQU3054383', 'TEXU3070079', 'MSKU6011672', 'TGHU1000050'])
    expect(containerNumberDoubt(number), number).toBeNull()
  expect(containerNumberDoubt('CSQU3054384')).toBe('Please check this number: its last digit should be 3')
  expect(containerNumberDoubt('CSQU3054373')).toBe('Please check this number: its last digit should be 8')
})

test('letters, category and digits stand where ISO 6346 has them', () => {
  for (const number of ['CSQX3054383', 'CSQU305438', 'CSQU30543833', 'CSQ3054383', 'XCSQU3054383'])
    expect(containerNumberDoubt(number), number).toMatch(/^A container number has 4 letters/)
  expect(containerNumberDoubt('')).toBeNull()
})

test('a container number is kept in upper case without separators', () => {
  expect(bareContainerNumber('csqu 305438-3')).toBe('CSQU3054383')
  expect(bareContainerNumber('CSQU/305438.3')).toBe('CSQU3054383')
})
