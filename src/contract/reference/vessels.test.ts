import { expect, test } from 'vitest'
import { isImoNumber } from './vessels.ts'

test('an IMO number ends in its check digit', () => {
  // 9074729 is the published example; the others are vessels in service.
  for (const number of ['9074729', '9811000', '9839430', 'IMO 9074729', 'imo9074729', 'IMO  9,074,729 '])
    expect(isImoNumber(number), number).toBe(true)
  for (const digit of '012345678') expect(isImoNumber(`907472${digit}`), digit).toBe(false)
})

test('an IMO number has seven digits and the word for it only', () => {
  for (const number of ['', '907472', '90747290', 'IM9074729', '907472A', '٩٠٧٤٧٢٩'])
    expect(isImoNumber(number), number).toBe(false)
})
