import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('one new password is hashed and 20 wait; more get 503, and none of them keeps anybody from logging in', async () => {
  const hashing = Array.from({ length: 21 }, () => hashPassword('secret'))
  await expect(hashPassword('one too many')).rejects.toMatchObject({ status: 503 })
  expect(await verifyPassword(await hashing[0], 'secret')).toBe(true)
  expect(await verifyPassword(undefined, 'secret')).toBe(false)
  await Promise.all(hashing)
})
