import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { atPassword, hashPassword } from './hash-password.ts'

test.each(['pässwörd', 'Ångström', '각'])('%s is one password, typed composed or not', (typed) => {
  expect(typed.normalize('NFD')).not.toBe(typed.normalize('NFC'))
  expect(hashPassword(typed.normalize('NFD'))).toBe(hashPassword(typed.normalize('NFC')))
})

test('a password is sent as the MD5 of its UTF-8, spaces and emoji included, case kept', () => {
  expect(hashPassword('quayside-admin')).toBe('f8e421d33109daefbc31182538eb5bea')
  const others = ['a', ' a', 'a ', 'A', '🔑', '🔒'].map(hashPassword)
  expect(new Set(others).size).toBe(others.length)
})

test("the server's message about a new password shows at its field; other failures stay", async () => {
  const weak = new ApiError(400, 'Too common', { fields: { newPassword: 'Too common' } })
  await expect(atPassword(() => Promise.reject(weak))).rejects.toMatchObject({
    code: 400,
    message: 'Too common',
    fields: { password: 'Too common' },
  })
  const other = new ApiError(400, 'Gone', { fields: { token: 'Gone' } })
  await expect(atPassword(() => Promise.reject(other))).rejects.toBe(other)
  expect(await atPassword(async () => 'saved')).toBe('saved')
})
