import { expect, test } from 'vitest'
import { actionLabel, fieldsLine, recordPath, sidesOf } from './audit-words.ts'
import { recordLabel } from './entity-labels.ts'

test.each([
  ['mail-template.update', 'Mail template changed'],
  ['order.set-event', 'Next event set'],
  ['session.login-failed', 'Login failed'],
  ['rate set.refuse', 'Rate set refused at its time'],
  ['rate set.create', 'Rate set added'],
  ['order.archive-it', 'Order archive it'],
])('%s reads %j', (action, label) => {
  expect(actionLabel(action)).toBe(label)
})

const change = (label: string) => ({ field: label, label, before: null, after: 'x', html: false })

test('a line names the first five fields, and how many more there are', () => {
  expect(fieldsLine(['A', 'B', 'C', 'D', 'E'].map(change))).toBe('A, B, C, D, E')
  expect(fieldsLine(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(change))).toBe('A, B, C, D, E and 2 more')
})

test('a record is named by its kind and name, else by its number', () => {
  expect(recordLabel({ entity: 'ports', entityId: 7, record: 'CAVAN — Vancouver' })).toBe('Port CAVAN — Vancouver')
  expect(recordLabel({ entity: 'mailTemplates', entityId: 7, record: 'Welcome' })).toBe('Mail template Welcome')
  expect(recordLabel({ entity: 'archives', entityId: 7, record: null })).toBe('Archives 7')
  expect(recordLabel({ entity: 'article_slots', entityId: null, record: null })).toBe('Main view')
})

test('values keep to their side; an empty one is a dash', () => {
  expect(sidesOf({ field: 'a', label: 'A', before: '', after: 'x', html: false })).toEqual({ before: '-', after: 'x' })
  expect(sidesOf(change('A'))).toEqual({ before: null, after: 'x' })
})

test('only records with their own screen are linked', () => {
  expect(recordPath({ entity: 'confirmations', entityId: 7 })).toBe('/orders/7')
  expect(recordPath({ entity: 'ports', entityId: 7 })).toBeNull()
  expect(recordPath({ entity: 'orders', entityId: null })).toBeNull()
})
