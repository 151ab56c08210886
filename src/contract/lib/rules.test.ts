import { expect, test } from 'vitest'
import { z } from 'zod'
import { email, text } from './fields.ts'
import { fieldErrors, withRules } from './rules.ts'

test('rules see fields that failed as undefined, and run for the others', () => {
  const seen: unknown[] = []
  const schema = withRules(z.object({ email: email(), name: text('Name', 5) }), (value, add) => {
    seen.push(value)
    add('name', 'Taken')
    add('email', 'Never told: its own message comes first')
  })
  const { error } = schema.safeParse({ email: 'no address', name: 'Anna' })
  expect(seen).toEqual([{ name: 'Anna' }])
  expect(error && fieldErrors(error)).toEqual({ email: 'Please, enter valid email address', name: 'Taken' })
  expect(schema.safeParse(null).success).toBe(false)
})
