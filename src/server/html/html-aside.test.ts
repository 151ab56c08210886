import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cleanRichText, cleanTagged } from './clean-html.ts'
import { finishUnwrapped } from './finish-html.ts'
import { cleanRichTextAside, cleanTaggedAside, finishUnwrappedAside, pageTextApart } from './html-aside.ts'

const long = (html: string) => html.repeat(Math.ceil(150_000 / html.length))
const ADDRESSES = { siteUrl: 'https://site.example', appUrl: 'https://app.example' }
/** A text just long enough for a thread. */
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

/** Limits: 10,000 characters, and a quarter of a second for comparing rules with elements. */
const STYLED = `<style>${'p{a:b}'.repeat(800)}</style>${'<p>'.repeat(1_700)}`

test.each([
  ['a long text is cleaned', () => cleanTaggedAside(LONG)],
  ['a short text with many style rules is finished', () => finishUnwrappedAside(STYLED, ADDRESSES)],
])('other work continues while %s', async (_, work) => {
  const order: string[] = []
  const working = work().then(() => order.push('done'))
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
  order.push('other work')
  await working
  expect(order).toEqual(['other work', 'done'])
})

test('many long texts at once each get their own answer', async () => {
  const texts = Array.from({ length: 8 }, (_, index) => long(`<p>${index}</p>`))
  expect(await Promise.all(texts.map(cleanTaggedAside))).toEqual(texts)
})

test('at most 20 open texts and 50 others wait: more get 503, and neither keeps the other out', async () => {
  const many = (n: number, clean: (html: string) => Promise<unknown>) => Array.from({ length: n }, () => clean(LONGER))
  const [open, own] = [many(20, pageTextApart), many(49, cleanTaggedAside)]
  const full = { status: 503, headers: { 'retry-after': '2' } }
  await expect(pageTextApart('<p>short</p>')).rejects.toMatchObject(full)
  own.push(cleanTaggedAside(LONGER))
  await expect(cleanRichTextAside(LONGER)).rejects.toMatchObject(full)
  await Promise.all([...open, ...own])
  expect(await pageTextApart('<p onclick="x()">short</p>')).toBe('<p>short</p>')
})

/** Cleans twice in a process of its own, whose thread ends in between, as it does once it has been idle. */
const TWICE = `(async () => {
  const threads = await import('node:worker_threads')
  const { syncBuiltinESMExports } = await import('node:module')
  const started = []
  const { Worker } = threads.default
  threads.default.Worker = class extends Worker {
    constructor(...given) { super(...given); started.push(this) }
  }
  syncBuiltinESMExports()
  const { finishUnwrappedAside, pageTextApart } = await import('#server/html/html-aside.ts')
  const addresses = { siteUrl: '', appUrl: '' }
  for (let times = 0; times < 2; times++) {
    console.log(await pageTextApart('<p>text</p>'))
    await finishUnwrappedAside('<p>text</p>'.repeat(1000), addresses)
    for (const worker of started.splice(0)) await worker.terminate()
  }
  process.exit(0)
})()`

test('the process survives a thread that ends, and another that does the same work', () => {
  const child = spawnSync(process.execPath, ['--import', 'tsx', '-e', TWICE], {
    encoding: 'utf8',
  })
  expect({ out: child.stdout + child.stderr, signal: child.signal, status: child.status }).toEqual({
    out: '<p>text</p>\n<p>text</p>\n',
    signal: null,
    status: 0,
  })
})
