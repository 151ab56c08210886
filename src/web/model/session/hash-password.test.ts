import { expect, test } from 'vitest'
import { hashPassword } from './hash-password.ts'

test.each(['pässwörd', 'Ångström', '각'])('%s typed composed or not is one password', (typed) => {
  expect(typed.normalize('NFD')).not.toBe(typed.normalize('NFC'))
  expect(hashPassword(typed.normalize('NFD'))).toBe(hashPassword(typed.normalize('NFC')))
})

test('a password is sent as the MD5 of its UTF-8, spaces and emoji included, case kept', () => {
  expect(hashPassword('quayside-admin')).toBe('f8e421d33109daefbc31182538eb5bea')
  const others = ['a', ' a', 'a ', 'A', '🔑', '🔒'].map(hashPassword)
  expect(new Set(others).size).toBe(others.length)
})
