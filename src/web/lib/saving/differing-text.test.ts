import { expect, test } from 'vitest'
import { differingHtml, differingText, plainText } from './differing-text.ts'

const long = (middle: string) => `${'Before. '.repeat(60)}${middle}${' After.'.repeat(60)}`

test.each([
  ['a text of 280 characters is shown whole', 'x'.repeat(280), 'x'.repeat(280)],
  ['one of 281 only where it differs', 'x'.repeat(281), `…${'x'.repeat(60)}`],
  ['nothing as a dash', '', '-'],
])('%s', (_rule, text, shown) => {
  expect(differingText(text, text)).toBe(shown)
})

test('long texts that differ in a word show that word in its context', () => {
  const [mine, theirs] = [long('The ship sails on Monday.'), long('The ship sails on Sunday.')]
  expect(differingText(mine, theirs)).toMatch(/^….*sails on Monday\. After.*…$/)
  expect(differingText(theirs, mine)).toMatch(/^….*sails on Sunday\. After.*…$/)
  expect(differingText(mine, theirs).length).toBeLessThan(200)
})

test('a difference at either end shows that end; a long difference shows its start', () => {
  expect(differingText(`Dear Ann,${long('')}`, `Dear Bob,${long('')}`)).toMatch(/^Dear Ann,/)
  expect(differingText(`${long('')} Yours, Ann`, `${long('')} Yours, Bob`)).toMatch(/Yours, Ann$/)
  expect([...differingText('🚢'.repeat(1000), '')]).toEqual([...'🚢'.repeat(280), '…'])
})

test('a rich text is compared as plain text, without tags and styles', () => {
  expect(plainText('<style>p{color:red}</style><p>One</p><p>two &amp; <b>three</b></p>')).toBe('One two & three')
  expect(differingHtml('<p>Mine</p>', '<p>Theirs</p>')).toBe('Mine')
})

test('rich texts with the same words show their source', () => {
  expect(differingHtml('<p><b>One</b></p>', '<p>One</p>')).toBe('Same words, different formatting: <p><b>One</b></p>')
})
