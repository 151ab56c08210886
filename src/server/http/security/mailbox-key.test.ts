import { expect, test } from 'vitest'
import { mailboxKey } from './mailbox-key.ts'

test.each([
  ['victim@example.test', 'victim@example.test'],
  ['Victim+7@Example.TEST', 'victim@example.test'],
  ['victim+a+b@example.test', 'victim@example.test'],
  [' victim@example.test ', 'victim@example.test'],
  ['victim@example.test.', 'victim@example.test'],
  ['v.ic.tim+news@gmail.com', 'victim@gmail.com'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['victim@bücher.example', 'victim@xn--bcher-kva.example'],
  ['victim@BÜCHER.example', 'victim@xn--bcher-kva.example'],
  ['victim@xn--bcher-kva.example', 'victim@xn--bcher-kva.example'],
  // Other providers treat these as two people.
  ['v.ictim@example.test', 'v.ictim@example.test'],
  ['+7@example.test', '+7@example.test'],
  ['no address', 'no address'],
])('%j counts as %j', (address, counted) => {
  expect(mailboxKey(address)).toBe(counted)
})
