import { expect, test } from 'vitest'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { addressesIn, otherRecipients, replySubject, usualRecipient } from './recipients.ts'

const mail = {
  ...{ orderId: 7, clientId: 4, fromAddress: 'broker@stranger.example' },
  ...{ toAddresses: ['desk@quayside.example'], ccAddresses: ['Tom@client.example'] },
} as Parameters<typeof usualRecipient>[0] // only the fields that decide
const order = {
  ...testOrder,
  email: 'anna@client.example',
  user: { ...testOrder.user, email: 'office@client.example' },
}

test('a reply goes to the client of the order, whoever wrote', () => {
  expect(usualRecipient(mail, order).address).toBe('anna@client.example')
  expect(usualRecipient({ ...mail, orderId: null }, order).address).toBe('office@client.example')
  expect(usualRecipient({ ...mail, orderId: null, clientId: null }, undefined)).toEqual({
    address: 'broker@stranger.example',
    who: 'the sender',
  })
  expect(usualRecipient({ ...mail, orderId: null, clientId: null, fromAddress: '' }, undefined).address).toBe('')
})

test('the others are offered once each, without those who get it anyway and without our mailbox', () => {
  expect(otherRecipients(mail, ['anna@client.example'])).toEqual(['broker@stranger.example', 'Tom@client.example'])
  expect(otherRecipients(mail, ['BROKER@stranger.example', 'tom@client.example'])).toEqual([])
})

test('addresses are read as people paste them', () => {
  expect(addressesIn('Anna Lee <anna@client.example>; tom@client.example,\n')).toEqual([
    'anna@client.example',
    'tom@client.example',
  ])
})

test('a subject is answered once', () => {
  expect(replySubject('Papers')).toBe('Re: Papers')
  expect(replySubject('RE: Papers')).toBe('RE: Papers')
})
