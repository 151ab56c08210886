import { expect, test } from 'vitest'
import { contactRow } from './contact-row.ts'

test('a row names its field and shows both values, phones with a ' + '', () => {
  const labels = { phone: 'Phone', city: 'City' }
  const both = { mine: { phone: '1604', city: '' }, theirs: { phone: '86138', city: 'Yiwu' } }
  expect(contactRow(labels, ['phone'], both)).toEqual({ label: 'Phone', mine: '+1604', theirs: '+86138' })
  expect(contactRow(labels, ['city'], both)).toEqual({ label: 'City', mine: '-', theirs: 'Yiwu' })
})
