import { expect, test } from 'vitest'
import { MAX_MAIL_SIZE } from './limits.ts'
import { filePart, HEADER, message, multipart, PDF, textPart } from './messages.fixture.ts'
import { readMail } from './read-mail.ts'

test('a mail is read in a thread, with its bytes, and stays as it was', async () => {
  const raw = message(multipart('mixed', [textPart('Hello'), filePart('a.pdf', PDF)]))
  const before = Buffer.from(raw)
  const mail = await readMail(raw, { authserv: 'mx.quayside.example' })
  expect(mail).toMatchObject({ text: 'Hello', isMail: true, leftOut: [] })
  expect(Buffer.from(mail.files[0]?.bytes ?? [])).toEqual(PDF)
  expect(raw.equals(before)).toBe(true)
})

test('a mail that is too large has its header, and the next is read', async () => {
  const raw = Buffer.concat([message(textPart('x')), Buffer.alloc(MAX_MAIL_SIZE, 'x')])
  expect(await readMail(raw)).toMatchObject({ leftOut: ['size'], subject: HEADER.Subject, text: '' })
  expect(await readMail(message(textPart('x')))).toMatchObject({ leftOut: [], text: 'x' })
})
