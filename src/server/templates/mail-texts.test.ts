import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

const read = (name: string) => readFile(new URL(`../../../migrations/${name}`, import.meta.url), 'utf8')
const texts = async (): Promise<{ purpose: string; content: string }[]> =>
  (await server.pool.query('select purpose, content from mail_templates where system order by id')).rows

test('the mails of a fresh install begin sentences with a capital letter and do not ask for replies', async () => {
  const stored = await texts()
  expect(stored.length).toBeGreaterThan(3)
  for (const { purpose, content } of stored) {
    for (const [, sentence = ''] of content.matchAll(/<p[^>]*>([^<]*)/g)) expect(sentence, purpose).toMatch(/^[A-Z]/)
    expect(content, purpose).not.toMatch(/tell us|reply|let us know/i)
  }
})

test('an edited text stays as it is, an unedited one is corrected', async () => {
  const after = await texts()
  const originals = [...(await read('0009-templates.sql')).matchAll(/'([a-z-]+)', \$html\$(.*?)\$html\$/gs)]
  const edited = 'thank you for your booking. These are OUR details; please tell us if something is wrong.'
  const set = (purpose: string, content: string) =>
    server.pool.query('update mail_templates set content = $2 where purpose = $1', [purpose, content])
  for (const [, purpose = '', content = ''] of originals) await set(purpose, content)
  await set('booking-request', edited)
  await server.pool.query(await read('0016-mail-texts.sql'))
  expect(await texts()).toEqual(
    after.map((row) => (row.purpose === 'booking-request' ? { ...row, content: edited } : row)),
  )
})
