import { expect, test } from 'vitest'
import { shipperInput } from '#contract/clients/shippers.ts'
import { orderFields } from '#contract/orders/order-fields.ts'
import { setEventInput } from '#contract/orders/set-event.ts'
import { ports } from '#contract/reference/ports.ts'
import { mailTemplates } from '#contract/templates/templates.ts'
import { code, email, longText, requiredText, text } from './fields.ts'

const ONE_LINE = 'Please enter this on one line'
const messageOf = (
  field: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => field.safeParse(value).error?.issues[0]?.message

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a text of one line refuses %j inside',
  (end) => {
    for (const field of [text('Name', 50), requiredText('Name', 50), code()])
      expect(messageOf(field, `Ningbo${end}=1+1`)).toBe(ONE_LINE)
    expect(longText('Comment', 50).parse(`one${end}two`)).toBe(`one${end}two`)
  },
)

test('fields that people write in lines keep them; names, addresses and references are one line', () => {
  const two = 'one\ntwo'
  const { additionalInfo, additionalInformation, shipmentDescription, additionalInformationShipper } = orderFields.shape
  for (const field of [additionalInfo, additionalInformation, shipmentDescription, additionalInformationShipper])
    expect(messageOf(field, two)).toBeUndefined()
  expect(messageOf(setEventInput.shape.comment, two)).toBeUndefined()
  expect(messageOf(shipperInput.shape.additionalInformation, two)).toBeUndefined()
  for (const field of [orderFields.shape.yourName, orderFields.shape.companyAddress, ports.input.shape.name])
    expect(messageOf(field, two)).toBe(ONE_LINE)
  // A subject and an address have messages of their own.
  expect(messageOf(mailTemplates.input.shape.subject, two)).toBe('The subject must be one line')
  expect(messageOf(email(), 'a@b.ca\nBcc: x@y.zz')).toBe('Please, enter valid email address')
})

test('spaces and zero-width characters are trimmed at the edges only, in linear time', () => {
  const spaces = ' \u200b'.repeat(250_000)
  expect(longText('Comment', 600_000).parse(`${spaces}a${spaces}b\ufeff\t\n`)).toBe(`a${spaces}b`)
  expect(longText('Comment', 600_000).parse(spaces)).toBe('')
})
