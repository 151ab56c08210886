import { expect, test } from 'vitest'
import { quotesComment } from './quoted-comment.ts'

const blocks = [
  { identifier: 'footer', content: '<p>Quayside</p>' },
  { identifier: 'remark', content: '{% if order.eventComment %}{{ order.eventComment }}{% endif %}' },
]

test('a mail quotes the comment in its text, in its subject, or in a block that it uses', () => {
  expect(quotesComment({ content: '<p>{{ order.eventComment | upcase }}</p>' }, [])).toBe(true)
  expect(quotesComment({ subject: '{{order.eventComment}}', content: '' }, [])).toBe(true)
  expect(quotesComment({ content: '{{ blocks.remark }}' }, blocks)).toBe(true)
})

test('a block that it does not use, or a variable with a longer name, does not count', () => {
  expect(quotesComment({ content: '{{ order.event }} {{ blocks.footer }}' }, blocks)).toBe(false)
  expect(quotesComment({ content: '{{ order.eventCommentary }}' }, blocks)).toBe(false)
})
