import { expect, test } from 'vitest'
import { NO_ADDRESS } from '#contract/papers/papers.ts'
import { CLIENT_DELETED, ORDER_CANCELLED, type RunWithMails } from '#contract/runs/runs.ts'
import {
  CARGO_RECEIVED,
  FURTHER_ON,
  HAS_EVENT,
  NO_SUPPLIER_ADDRESS,
  type RunOutcome,
} from '#contract/runs/start-run.ts'
import {
  appliesWords,
  isSuccess,
  mailsToWords,
  mailTrouble,
  mailWords,
  outcomeWords,
  runTitle,
  runWords,
  withoutMailWords,
  withoutPdfWords,
} from './run-words.ts'

const MAILS = { waiting: 0, sent: 0, failed: 0, unsent: 0, cancelled: 0 }
const run = (more: Partial<RunWithMails>): RunWithMails => ({
  id: 1,
  kind: 'event',
  title: 'Departed',
  state: 'done',
  total: 37,
  done: 37,
  failed: 0,
  skipped: 0,
  rows: { waiting: 0, done: 37, failed: 0, skipped: 0, undone: 0 },
  heldUntil: null,
  createdBy: null,
  createdAt: '',
  startedAt: '',
  finishedAt: '2027-01-01',
  mails: MAILS,
  reasons: [],
  ...more,
})

test('a run names its action and its progress', () => {
  expect(runTitle(run({}))).toBe('Set event: Departed')
  expect(runTitle(run({ title: '' }))).toBe('Set event')
  expect(runWords(run({ finishedAt: null, state: 'running', done: 24, failed: 2 }))).toBe('24 of 37, 2 failed')
  expect(runWords(run({}))).toBe('37 orders changed')
  expect(runWords(run({ total: 1, done: 1 }))).toBe('1 order changed')
})

test('a run with one failure is never called a success', () => {
  const one = run({ done: 36, failed: 1 })
  expect([runWords(one), isSuccess(one)]).toEqual(['36 of 37 orders changed, 1 failed', false])
  expect(isSuccess(run({}))).toBe(true)
  const leftOut = run({ done: 35, skipped: 4 })
  expect([runWords(leftOut), isSuccess(leftOut)]).toEqual(['35 of 37 orders changed, 2 left out', false])
  const none = run({ total: 0, done: 0, skipped: 3 })
  expect([runWords(none), runWords({ ...none, kind: 'dates' })]).toEqual([
    'No orders changed',
    'The dates were changed',
  ])
  expect(isSuccess(run({ state: 'stopped', done: 5 }))).toBe(false)
  expect(isSuccess(run({ finishedAt: null, state: 'running' }))).toBe(false)
})

test('rows that were not undone are named, and the undo is no success', () => {
  const partly = run({ state: 'undone', done: 2 })
  expect([runWords(partly), isSuccess(partly)]).toEqual(['Undone, but 2 orders stay as changed', false])
  expect(isSuccess(run({ state: 'undone', done: 0 }))).toBe(true)
  const undoing = run({ kind: 'import', state: 'undoing', finishedAt: null, done: 1 })
  expect([runWords(undoing), isSuccess({ ...undoing, done: 0 })]).toEqual(['Undoing, 1 row left', false])
  const failed = run({ state: 'undone', done: 0, failed: 2 })
  expect([runWords(failed), isSuccess(failed)]).toEqual(['Undone, 2 had failed', false])
  const both = run({ state: 'undone', done: 1, failed: 2 })
  expect(runWords(both)).toBe('Undone, but 1 order stays as changed, 2 had failed')
})

test('a mail server that is down is reported apart from the orders', () => {
  const down = run({ mails: { ...MAILS, waiting: 34 } })
  expect(runWords(down)).toBe('37 orders changed')
  expect(mailWords(down, false)).toEqual(['34 mails queued: the mail server has not taken them yet'])
  expect([mailTrouble(down, false), mailTrouble(down, true)]).toEqual([true, false])
  expect(mailWords(run({ mails: { ...MAILS, sent: 33, failed: 1 } }), false)).toEqual([
    '33 mails sent',
    '1 mail failed',
  ])
  expect(mailWords(run({ mails: { ...MAILS, unsent: 2 } }), false)).toEqual([
    '2 mails not sent: no mail server is set up',
  ])
})

test('the preview names skipped orders, and why', () => {
  const skips = [
    { reason: ORDER_CANCELLED, count: 2, ids: [1, 2] },
    { reason: CLIENT_DELETED, count: 1, ids: [3] },
    { reason: 'On S-2027-0001 already', count: 1200, ids: [] },
  ]
  expect(appliesWords({ total: 37, applies: 37, skips: [] })).toBe('Applies to 37')
  expect(appliesWords({ total: 2, applies: 0, skips: skips.slice(0, 1) })).toBe(
    'Applies to none, skips 2 (2 cancelled)',
  )
  expect(appliesWords({ total: 1240, applies: 37, skips })).toBe(
    'Applies to 37, skips 1\u00a0203 (2 cancelled, 1 of a deleted client, 1\u00a0200 on S-2027-0001 already)',
  )
})

test.each([
  ['Ingrid Solheim is in charge already', 'with Ingrid Solheim in charge already'],
  ['The status is Completed already', 'whose status is Completed already'],
  ['Goes to Canada', 'going to Canada'],
  ['Already on this sailing', 'already on this sailing'],
  [CARGO_RECEIVED, 'whose cargo was received'],
  [NO_SUPPLIER_ADDRESS, 'whose shipper has no e-mail address'],
  [NO_ADDRESS, 'without an e-mail address'],
  ['No paper of the client is missing', 'where no paper of the client is missing'],
  ['Ningbo is closed', 'where Ningbo is closed'],
])('the reason "%s" follows a number as "%s"', (reason, words) => {
  const skips = [{ reason, count: 1, ids: [1] }]
  expect(appliesWords({ total: 10, applies: 9, skips })).toBe(`Applies to 9, skips 1 (1 ${words})`)
})

test('a preview says how many orders would fail, and what happens to the orders of each outcome', () => {
  const skips = [{ reason: HAS_EVENT, count: 2, ids: [] }]
  expect(appliesWords({ total: 45, applies: 20, skips })).toBe(
    'Applies to 20, skips 2 (2 with this event already); 23 would fail',
  )
  const words = (outcome: RunOutcome, count: number, reason: string | null) => outcomeWords({ outcome, count, reason })
  expect(words('changes', 22, null)).toBe('22 orders will change')
  expect(words('has-already', 35, HAS_EVENT)).toBe('35 orders have this event already')
  expect(words('further-on', 1, FURTHER_ON)).toBe('1 order is further on')
  expect(words('has-already', 1, 'On S-2027-0001 already')).toBe('1 order: on S-2027-0001 already')
  expect(words('cannot', 7, ORDER_CANCELLED)).toBe('7 orders cannot: the order is cancelled')
  expect(withoutPdfWords(23, 'Quote: A price is missing')).toBe('23 orders without the PDF. Quote: A price is missing')
})

test('the preview names the mails, and the orders that get none', () => {
  expect(mailsToWords({ count: 0, recipients: 0, withoutAddress: 0, sample: null })).toBe('')
  expect(mailsToWords({ count: 34, recipients: 1, withoutAddress: 1, sample: null })).toBe('34 mails to 1 address')
  expect(withoutMailWords(1)).toBe('1 order of these has no e-mail address')
})
