import { expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { MESSAGES } from './programs.fixture.ts'

const squeezed = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

test.each(MESSAGES)('the own words, the quoted and the forwarded part are told apart: $name', async (each) => {
  const mail = await parseMail(each.raw)
  expect(mail.subject).toBe(each.subject)
  expect(squeezed(mail.topText)).toBe(squeezed(each.own))
  for (const line of each.original.split('\n')) {
    expect(mail.quotedText).toContain(line)
    expect(mail.topText).not.toContain(line)
  }
  if (each.isForward) expect(squeezed(mail.forwardedText)).toContain(squeezed(each.original.split('\n')[0] ?? ''))
  else expect(mail.forwardedText).toBe(null)
  expect(mail.html === null).toBe(!each.hasHtml)
  expect(mail.inReplyTo).toBe('<q1@quayside.example>')
  expect([mail.automatic, mail.leftOut, mail.files]).toEqual([null, [], []])
  expect(`${mail.text}${mail.html}`).not.toMatch(/[\ufffd\ue0f2]/)
})
