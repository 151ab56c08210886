import { expect, test } from 'vitest'
import { fieldsOf } from './event-drafts.ts'

test('fields that the form has are filled in; the rest shows as text', () => {
  const values = { eventId: 7, comment: 'Left', date: '2026-11-20T10:02:00Z', emailTemplateId: 'x', gate: 'B4' }
  expect(fieldsOf({ values }, 'Asia/Shanghai')).toEqual({
    fields: { eventId: 7, comment: 'Left', day: '11/20/2026', time: '18:02' },
    rest: ['emailTemplateId: "x"', 'gate: "B4"'],
  })
  expect(fieldsOf({ values: { eventId: null, date: null } }, 'UTC').fields).toEqual({})
})
