import { expect, test } from 'vitest'
import { cleanRichText, cleanTagged } from './clean-html.ts'
import { finishHtml } from './finish-html.ts'
import { cleanRichTextAside, cleanTaggedAside, finishHtmlAside } from './html-aside.ts'

const long = (html: string) => html.repeat(Math.ceil(150_000 / html.length))
const ADDRESSES = { siteUrl: 'https://site.example', appUrl: 'https://app.example' }
const LONG = long('<p style="color:red" onclick="x()">{% if order.origin %}a{% endif %}&nbsp;</p>')

test.each([['<p onclick="x()">{{ order.origin }}</p>'], [LONG]])(
  'a text is cleaned the same, short or long',
  async (html) => {
    expect(await cleanTaggedAside(html)).toBe(cleanTagged(html))
    expect(await cleanRichTextAside(html)).toBe(cleanRichText(html))
    expect(await finishHtmlAside(html, ADDRESSES)).toEqual(finishHtml(html, ADDRESSES))
  },
)

test.each([1, 100])('%s times 201 nested elements are refused, 200 are not', async (times) => {
  expect(await cleanTaggedAside('<div>'.repeat(201).repeat(times))).toBeNull()
  expect(await cleanRichTextAside(`${'<div>'.repeat(200)}${'</div>'.repeat(200)}`.repeat(times))).not.toBeNull()
})

test('other work continues while a long text is cleaned', async () => {
  const order: string[] = []
  const cleaning = cleanTaggedAside(LONG).then(() => order.push('cleaned'))
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
  order.push('other work')
  await cleaning
  expect(order).toEqual(['other work', 'cleaned'])
})

test('many long texts at once each get their own answer', async () => {
  const texts = Array.from({ length: 8 }, (_, index) => long(`<p>${index}</p>`))
  expect(await Promise.all(texts.map(cleanTaggedAside))).toEqual(texts)
})
