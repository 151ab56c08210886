import { expect, test } from 'vitest'
import { guessCategory } from './guess-category.ts'

const categories = ['Commercial invoice', 'Packing list', 'Bill of lading', 'Arrival notice', 'Customs', 'Other'].map(
  (name, at) => ({ id: at + 1, name }),
)
const guessed = (name: string) => guessCategory(name, categories)?.name

test.each([
  ['packing list.pdf', 'Packing list'],
  ['Packing-List_4711.XLSX', 'Packing list'],
  ['PackingList.pdf', 'Packing list'],
  ['PL 4711.pdf', 'Packing list'],
  ['commercial invoice.pdf', 'Commercial invoice'],
  ['Invoice — Nº 7.pdf', 'Commercial invoice'],
  ['INV-2026-118.pdf', 'Commercial invoice'],
  ['INV2026.pdf', 'Commercial invoice'],
  ['CI_ABCD12345678.pdf', 'Commercial invoice'],
  ['Bill of lading.pdf', 'Bill of lading'],
  ['HBL ABCD12345678.pdf', 'Bill of lading'],
  ['MBL.pdf', 'Bill of lading'],
  ['draft B-L.pdf', 'Bill of lading'],
  ['BL_2026.pdf', 'Bill of lading'],
  ['sea waybill.pdf', 'Bill of lading'],
  ['arrival notice.docx', 'Arrival notice'],
  ['AN-4711.pdf', 'Arrival notice'],
  ['customs invoice.pdf', 'Customs'],
  ['7501 entry summary.pdf', 'Customs'],
  ['B3 form.pdf', 'Customs'],
])('%s is a %s', (name, category) => {
  expect(guessed(name)).toBe(category)
})

test('a name that suggests nothing, or only contains such letters, gets no category', () => {
  for (const name of ['scan 0001.pdf', 'IMG_2041.jpg', 'blue plan.pdf', 'cable.pdf', 'Angela.pdf', '.pdf', ''])
    expect(guessed(name), name).toBeUndefined()
})

test('a category that this installation does not have is not guessed', () => {
  expect(guessCategory('packing list.pdf', [{ name: 'Other' }])).toBeUndefined()
})
