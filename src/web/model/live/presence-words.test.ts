import { expect, test } from 'vitest'
import { presenceWords } from './presence-words.ts'

let id = 0
const here = (name: string) => ({ id: id++, name, mode: 'view' as const, part: null })
const edits = (name: string, part: string | null) => ({ id: id++, name, mode: 'edit' as const, part })

test('nobody else gives no words', () => {
  expect(presenceWords([])).toBe('')
})

test('who edits is named with the part, who only looks is here', () => {
  expect(presenceWords([here('Tom'), edits('Marta', 'Shipment')])).toBe('Marta is editing Shipment, Tom is here')
  expect(presenceWords([edits('Marta', null)])).toBe('Marta is editing')
})

test('two people are named, more are counted', () => {
  expect(presenceWords([here('Tom'), here('Ann')])).toBe('Tom and Ann are here')
  expect(presenceWords([here('Tom'), here('Ann'), here('Bo')])).toBe('Tom, Ann and 1 other are here')
  expect(presenceWords([here('Tom'), here('Ann'), here('Bo'), here('Cy')])).toBe('Tom, Ann and 2 others are here')
})
