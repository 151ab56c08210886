import { expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { dueWords, sentenceOf } from './item-words.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const words = (rule: RuleCode, dueAt: string) => dueWords({ rule, dueAt }, now)

test('an item says how long until it is due, then how long it is overdue', () => {
  expect(words('cargo-cut-off', '2026-11-20T12:01:30Z')).toEqual({ words: 'in 1 minute', late: false })
  expect(words('cargo-cut-off', '2026-11-21T13:00:00Z')).toEqual({ words: 'in 25 hours', late: false })
  expect(words('cargo-cut-off', '2026-11-20T12:00:00Z')).toEqual({ words: '1 minute overdue', late: true })
  expect(words('quiet', '2026-11-17T11:00:00Z')).toEqual({ words: '3 days overdue', late: true })
})

test('an item about the past says how long ago', () => {
  expect(words('mail-failed', '2026-11-20T10:00:00Z')).toEqual({ words: '2 hours ago', late: false })
})

const sentence = (rule: RuleCode, detail: AttentionItem['detail'] = {}) =>
  // The item has only fields that the sentence reads.
  sentenceOf({ rule, detail, dueAt: '2026-11-20T12:00:00.000Z' } as AttentionItem, datesIn('UTC'))

test('a sentence names the problem with its facts', () => {
  const mail = { address: 'anna@example.test', reason: 'Mailbox is full', copy: false }
  expect(sentence('mail-failed', mail)).toBe('The mail did not reach anna@example.test: Mailbox is full')
  expect(sentence('mail-failed', { ...mail, copy: true })).toMatch(/^A copy did not reach /)
  expect(sentence('cargo-cut-off')).toBe('Nov 20 2026 12:00, not received')
  expect(sentence('not-departed')).toBe('ETD was Nov 20 2026, no actual departure')
  expect(sentence('late-delivery', { days: 1 })).toBe('Delivery was due Nov 20 2026, 1 day after departure')
  const cargo = { bookedCbm: 2.5, measuredCbm: 3.2, bookedKg: 620, measuredKg: 620 }
  expect(sentence('measured-differs', cargo)).toBe('3.2 CBM measured, 2.5 booked')
  expect(sentence('client-document', { count: 2, name: 'invoice.pdf' })).toBe(
    '2 documents from the client, not opened: invoice.pdf and others',
  )
  expect(sentence('quote-waiting')).toBe('No price yet')
  expect(sentence('unconfirmed')).toBe('No vessel named yet')
  expect(sentence('quiet', { event: 'Loaded', at: '2026-11-13T12:00:00.000Z' })).toBe(
    'No event since Nov 13 2026: Loaded',
  )
})
