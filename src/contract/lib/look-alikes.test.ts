import { expect, test } from 'vitest'
import { clientFields } from '#contract/clients/clients.ts'
import { confirmationFields } from '#contract/orders/confirmation.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { freight } from '#contract/reference/freight.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import * as f from './fields.ts'
import { lookAlike } from './look-alikes.ts'

test.each([
  ['\u0421NSHA', 'This has a Cyrillic \u0421: write the Latin C'],
  ['EVBF\u041e939', 'This has a Cyrillic \u041e: write the Latin O'],
  ['PO-\u0391BC', 'This has a Greek \u0391: write the Latin A'],
  ['\u0422\u041e\u0420-1', 'This has a Cyrillic \u0422: write the Latin T'],
  ['CNSHA', null],
  ['\u041c\u043e\u0441\u043a\u0432\u0430 \u0416', null],
  ['\u8ba2\u5355 \u0410', null],
])('the code %s: %s', (code, message) => {
  expect(lookAlike(code)).toBe(message)
})

test('a code of a place, and a field of letters and digits, say which letter is foreign', () => {
  const place = f.code().safeParse('\u0421NSHA')
  expect(place.error?.issues[0]?.message).toBe('This has a Cyrillic \u0421: write the Latin C')
  const reference = f.text('Reference', 20, [/^[A-Z0-9-]*$/, 'No']).safeParse('PO-\u0391')
  expect(reference.error?.issues[0]?.message).toBe('This has a Greek \u0391: write the Latin A')
})

test.each([
  ['a rate', freight.input.shape.dest],
  ['a cartage', cartages.input.shape.dest],
  ['a voyage', sailings.input.shape.voyage],
  ['the voyage of a confirmation', confirmationFields.shape.vesselVoyage],
  ['a master bill', sailings.input.shape.masterBill],
  ['a business number', clientFields.shape.canadianBusinessNumber],
])('a code of %s says which letter is foreign', (_, field) => {
  expect(field.safeParse('018\u0415').error?.issues[0]?.message).toBe('This has a Cyrillic \u0415: write the Latin E')
  expect(field.safeParse('018E').data).toBe('018E')
})

test.each(['\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '\uff0d', '-'])('the dash %j in a code is one', (dash) => {
  expect(f.text('Reference', 20, [/^[A-Z0-9-]*$/, 'No']).parse(`PO${dash}77`)).toBe('PO-77')
  expect(f.keyText('Key', 20).parse(`PO${dash}77`)).toBe('PO-77')
})

test.each(['0', '000', '(0)', '+0', '0-0'])('%j is no phone number', (phone) => {
  expect(f.phone().safeParse(phone).success).toBe(false)
})

test('a value of another type says what is expected; only an absent one is empty', () => {
  const messageOf = (value: unknown) => f.id().safeParse(value).error?.issues[0]?.message
  expect([null, undefined].map(messageOf)).toEqual(['This field cannot be empty', 'This field cannot be empty'])
  expect(['5', true, {}].map(messageOf)).toEqual(
    Array.from({ length: 3 }, () => 'This field must be the id of a record, a whole number'),
  )
})
