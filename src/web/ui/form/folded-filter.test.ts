import { expect, test } from 'vitest'
import { foldedFilter } from './folded-filter.ts'

const option = (label: string) => ({ value: label, label })
const options = [option('Décor'), option('Québec'), { group: 'Asia', items: [option('宁波海天'), option('Hawai‘i')] }]
const found = (search: string, limit = 9) => foldedFilter({ options, search, limit })

test('a select finds options as people type them, in groups too', () => {
  expect(found('decor')).toEqual([option('Décor')])
  expect(found('QUE\u0301BEC')).toEqual([option('Québec')])
  expect(found('海天')).toEqual([{ group: 'Asia', items: [option('宁波海天')] }])
  expect(found('hawaii')).toEqual([{ group: 'Asia', items: [option('Hawai‘i')] }])
  expect(found('x')).toEqual([])
})

test('nothing typed offers everything, up to the limit', () => {
  expect(found('')).toEqual(options)
  expect(found('', 1)).toEqual([option('Décor')])
})
