import { expect, test } from 'vitest'
import { cleanRichText, cleanTagged } from './clean-html.ts'
import { finishUnwrapped } from './finish-html.ts'
import { cleanRichTextApart, cleanRichTextAside, cleanTaggedAside, finishUnwrappedAside } from './html-aside.ts'

const long = (html: string) => html.repeat(Math.ceil(150_000 / html.length))
const ADDRESSES = { siteUrl: 'https://site.example', appUrl: 'https://app.example' }
/** Just long enough for a thread. */
const LONGER = '<p>text</p>'.repeat(1_000)
const LONG = long('<p style="color:red" onclick="x()">{% if order.origin %}a{% endif %}&nbsp;</p>')

test.each([['<p onclick="x()">{{ order.origin }}</p>'], [LONG]])(
  'a text is cleaned the same, short or long',
  async (html) => {
    expect(await cleanTaggedAside(html)).toBe(cleanTagged(html))
    expect(await cleanRichTextAside(html)).toBe(cleanRichText(html))
    expect(await finishUnwrappedAside(html, ADDRESSES)).toEqual(finishUnwrapped(html, ADDRESSES))
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

test('at most 20 open texts and 50 others wait: more get 503, and neither keeps the other out', async () => {
  const many = (n: number, clean: (html: string) => Promise<unknown>) => Array.from({ length: n }, () => clean(LONGER))
  const [open, own] = [many(20, cleanRichTextApart), many(49, cleanTaggedAside)]
  const full = { status: 503, headers: { 'retry-after': '2' } }
  await expect(cleanRichTextApart('<p>short</p>')).rejects.toMatchObject(full)
  own.push(cleanTaggedAside(LONGER))
  await expect(cleanRichTextAside(LONGER)).rejects.toMatchObject(full)
  await Promise.all([...open, ...own])
  expect(await cleanRichTextApart('<p onclick="x()">short</p>')).toBe('<p>short</p>')
})
