import { expect, test } from 'vitest'
import { actionLabel, changesOf, entityLabel, recordPath } from './audit-words.ts'

test.each([
  ['mail-template.update', 'Mail template changed'],
  ['order.set-event', 'Order next event set'],
  ['session.login-failed', 'Login failed'],
  ['order.archive-it', 'Order archive it'],
])('%s reads %j', (action, label) => {
  expect(actionLabel(action)).toBe(label)
})

test('every field of either side is listed once, before and after', () => {
  const changes = changesOf({ before: { companyName: 'A', confirmed: true }, after: { companyName: 'B', phone: null } })
  expect(changes).toEqual([
    { field: 'Company name', before: 'A', after: 'B' },
    { field: 'Confirmed', before: 'Yes', after: '' },
    { field: 'Phone', before: '', after: '' },
  ])
  expect(changesOf({ before: null, after: { dest: 'SEA' } })).toEqual([{ field: 'Dest', before: null, after: 'SEA' }])
})

test('only records with their own screen are linked', () => {
  expect(recordPath({ entity: 'confirmations', entityId: 7 })).toBe('/orders/7')
  expect(recordPath({ entity: 'ports', entityId: 7 })).toBeNull()
  expect(recordPath({ entity: 'orders', entityId: null })).toBeNull()
  expect(entityLabel('mailTemplates')).toBe('Mail templates')
})
