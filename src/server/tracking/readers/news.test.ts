import { expect, test } from 'vitest'
import type { Step } from '#server/tracking/steps.ts'
import { newsList, newsOf, nextTold, type Told, untold } from './news.ts'
import { datesOf } from './reader-dates.ts'

const step = (key: Step['key'], expected: string | null, done = false): Step => ({
  key,
  label: `Arrival <${key}>`,
  done,
  expected,
  planned: null,
  actual: null,
  was: null,
  by: null,
})
const facts = (lastStatus: string, ...steps: Step[]) => ({ lastStatus, steps })
const told = (status: string, dates: object = {}): Told => ({ status, dates: datesOf(dates) })

test('a status is news once, an empty one never', () => {
  expect(newsOf(facts('On board'), told(''), 1)).toEqual({ status: 'On board', shifts: [] })
  expect(newsOf(facts('On board'), told('On board'), 1)).toBeNull()
  expect(newsOf(facts(''), told('On board'), 1)).toBeNull()
  expect(nextTold(facts(''), told('On board'), { mailed: false }).status).toBe('On board')
})

test.each([
  [1, '2027-03-03', false],
  [1, '2027-03-04', true],
  [1, '2027-03-02', true],
  [3, '2027-03-05', false],
  [3, '2027-03-06', true],
  [3, '2027-02-28', true],
])('with %i days worth a mail, Mar 3 to %s is news: %s', (shiftDays, day, isNews) => {
  const news = newsOf(facts('', step('arrived', day)), told('', { arrival: '2027-03-03' }), shiftDays)
  expect(news !== null).toBe(isNews)
})

test('small moves add up until they are told', () => {
  const first = told('', { arrival: '2027-03-03' })
  const moved = facts('', step('arrived', '2027-03-05'))
  expect(newsOf(moved, first, 3)).toBeNull()
  const kept = nextTold(moved, first, { mailed: false })
  expect(kept).toEqual(first)
  const again = facts('', step('arrived', '2027-03-06'))
  expect(newsOf(again, kept, 3)?.shifts).toMatchObject([{ day: '2027-03-06', was: '2027-03-03' }])
  expect(nextTold(again, kept, { mailed: true }).dates.arrival).toBe('2027-03-06')
})

test('a day that is new, gone or past has not moved', () => {
  expect(newsOf(facts('', step('departed', '2027-03-03')), told(''), 1)).toBeNull()
  expect(nextTold(facts('', step('departed', '2027-03-03')), told(''), { mailed: false }).dates.departure).toBe(
    '2027-03-03',
  )
  expect(newsOf(facts(''), told('', { place: '2027-03-03' }), 1)).toBeNull()
  expect(newsOf(facts('', step('arrived', null, true)), told('', { arrival: '2027-03-03' }), 1)).toBeNull()
  expect(newsOf(facts('', step('loaded', '2027-03-09')), told('', { arrival: '2027-03-03' }), 1)).toBeNull()
})

test('a mail for a status names small moves too', () => {
  const news = newsOf(facts('At sea', step('arrived', '2027-03-04')), told('', { arrival: '2027-03-03' }), 3)
  expect(news).toMatchObject({ status: 'At sea', shifts: [{ day: '2027-03-04' }] })
  expect(newsList(news ?? { status: null, shifts: [] })).toBe(
    '<ul style="margin:0 0 12px;padding-left:20px;"><li>Status: <strong>At sea</strong></li><li>Arrival &lt;arrived&gt;: <strong>Mar 4 2027</strong>, was Mar 3 2027</li></ul>',
  )
})

test('what another mail to the same address said is not news', () => {
  const news = newsOf(facts('At sea', step('arrived', '2027-03-08')), told('', { arrival: '2027-03-03' }), 1)
  if (!news) throw new Error('no news')
  expect(untold(news, { saysStatus: true, text: 'Arrival Mar 8 2027' })).toBeNull()
  expect(untold(news, { saysStatus: true, text: 'Hello' })).toMatchObject({
    status: null,
    shifts: [{ day: '2027-03-08' }],
  })
  expect(untold(news, { saysStatus: false, text: 'Arrival Mar 8 2027' })).toEqual({ status: 'At sea', shifts: [] })
})
