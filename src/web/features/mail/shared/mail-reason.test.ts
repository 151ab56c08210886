import { expect, test } from 'vitest'
import { MailState } from '#contract/codes/mail-state.ts'
import { mailReason } from './mail-reason.ts'

test('a reason is shown beside the state only if it says more', () => {
  const { UNSENT, CANCELLED, SENT, FAILED, QUEUED } = MailState
  expect(mailReason({ state: UNSENT, reason: 'not sent: no mail server configured' })).toBeNull()
  expect(mailReason({ state: CANCELLED, reason: 'Cancelled before it was sent' })).toBeNull()
  expect(mailReason({ state: SENT, reason: '451 try later' })).toBeNull()
  expect(mailReason({ state: QUEUED, reason: null })).toBeNull()

  expect(mailReason({ state: CANCELLED, reason: 'The event was withdrawn' })).toBe('The event was withdrawn')
  expect(mailReason({ state: FAILED, reason: '550 no such user' })).toBe('550 no such user')
  expect(mailReason({ state: QUEUED, reason: '451 try later' })).toBe('451 try later')
})
