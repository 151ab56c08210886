import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { HOSTILE_HTML } from '#server/html/hostile-html.fixture.ts'
import { storedImage } from '#server/test/pictures.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let imageId: number
let orderId: number
beforeAll(async () => {
  imageId = await storedImage(server)
  orderId = (await createOrder(server.db, { userId: (await createUser(server.db)).id })).id
})

const RUNS =
  /<(?:script|iframe|frame|object|embed|form|input|button|svg|math|base|link|template|noscript|textarea|xmp)\b|<[^>]*\son[a-z]+\s*=|<[^>]*(?:href|src|background|action)\s*=\s*["']?\s*(?:javascript|vbscript|data:text)|http-equiv\s*=\s*["']?refresh|expression\(|-moz-binding/i

const TRICKS = [
  "{{ constructor.constructor('return process.env')() }}",
  '{{ __proto__ }}',
  '{{ order.__proto__ }}',
  '{{ order.constructor }}',
  '{{ order.constructor.name }}',
  '{{ order["trackingCode"] }}',
  '{{ env }}',
  '{{ process.env.HOME }}',
  '{{ this }}',
  '{{ self }}',
  '{{ order }}',
  '{{ blocks }}',
  '{{ blocks.__proto__ }}',
  '{{ blocks.constructor }}',
  "{% include '/etc/passwd' %}",
  "{% render '../../etc/passwd' %}",
  "{% layout 'x' %}",
  '{% block x %}{% endblock %}',
  '{% for i in (1..1000000000) %}x{% endfor %}',
  '{% tablerow i in (1..1000000000) %}{% endtablerow %}',
  '{% assign x = order %}',
  '{% capture x %}{% endcapture %}',
  '{% increment x %}',
  '{% cycle 1, 2 %}',
  '{% case order.mode %}{% endcase %}',
  '{% unless order.mode %}{% endunless %}',
  '{% raw %}{{ x }}{% endraw %}',
  '{% comment %}x{% endcomment %}',
  '{% liquid echo order.mode %}',
  '{% echo order.mode %}',
  '{% # x %}',
  "{{ order.mode | append: 'x' }}",
  '{{ order.mode | map: "constructor" }}',
  "{{ 'x' | where_exp: 'a', 'b' }}",
  '{{ (1..1000000000) | join }}',
  "{{ order.mode | date: '%1000000000d' | raw }}",
  '{{ order.mode',
  '{% if order.mode %}',
  '{% if %}x{% endif %}',
  '{% else %}',
  '{% elsif order.mode %}',
  `${'{% if order.mode %}'.repeat(51)}x${'{% endif %}'.repeat(51)}`,
  `${'{% if order.mode %}'.repeat(6000)}`,
  `${'{{ order.mode }}'.repeat(2001)}`,
  `{{ order.mode ${"| default: 'x' ".repeat(5000)} }}`,
  `${'<b><i>'.repeat(20_000)}`,
  `${'<div>'.repeat(201)}x`,
]

test.each(TRICKS.map((trick) => [trick.slice(0, 60), trick]))(
  'the trick %s is refused on save and in the preview',
  async (_name, content) => {
    const [saved, shown, block] = await Promise.all([
      server.call('POST', 'template/email', { body: { title: 'Trick', subject: '', content } }),
      server.call('POST', 'template/email/live_preview', { body: { content } }),
      server.call('POST', 'template/block', { body: { title: 'Trick', content } }),
    ])
    expect(saved.status).toBe(400)
    expect(saved.body.data.content).toBe(saved.body.message)
    expect(shown.status).toBe(400)
    expect(block.status).toBe(400)
  },
)

test.each(HOSTILE_HTML.map((html) => [html.slice(0, 80), html]))(
  '%s cannot run in a mail, a block, a preview, an article, a hint or clauses',
  async (_name, html) => {
    const content = `<p>Before</p>${html}<p>After</p>`
    const replies = await Promise.all([
      server.call('POST', 'template/email', { body: { title: 'Hostile', subject: '', content } }),
      server.call('POST', 'template/block', { body: { title: 'Hostile', content } }),
      server.call('POST', 'template/email/live_preview', { body: { content, type: 'mail' } }),
      server.call('POST', 'article', {
        body: { type: 'news', title: 'Hostile', content, previewImageId: imageId },
      }),
      server.call('POST', 'hint', { body: { title: 'Hostile', content } }),
      server.call('PUT', `request/booking/${orderId}/confirmation/edit`, { body: { bookingClauses: content } }),
    ])
    for (const reply of replies) {
      expect([200, 400]).toContain(reply.status)
      if (reply.status !== 200) continue
      const { content: stored, html: shown, bookingConfirmation } = reply.body.data
      const kept = stored ?? shown ?? bookingConfirmation.bookingClauses
      expect(kept).toContain('Before')
      expect(kept).not.toMatch(RUNS)
    }
  },
)

/** Announces a body of this many bytes and sends none of it. */
const announce = (path: string, bytes: number) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes, 'user-token': server.token }
    const call = request(`${server.url}/api/${path}`, { method: 'POST', headers }, (reply) => {
      resolve(reply.statusCode ?? 0)
      call.destroy()
    })
    call.on('error', reject)
    call.flushHeaders()
  })

test('a body of 5 MB is refused as too large before it is read', async () => {
  for (const path of ['template/email', 'template/block', 'template/email/live_preview', 'article'])
    expect(await announce(path, 5 * 1024 * 1024)).toBe(413)
})

test('a body of 5 MB without a declared length is refused as too large', async () => {
  const body = { title: 'Large', content: 'x'.repeat(5 * 1024 * 1024) }
  for (const path of ['template/email', 'template/block', 'template/email/live_preview', 'article'])
    expect((await server.call('POST', path, { body })).status).toBe(413)
})

test('a mail that grows past every limit while rendering is an error, not a hang', async () => {
  await server.call('POST', 'template/block', { body: { title: 'Big', content: `<p>${'x'.repeat(100_000)}</p>` } })
  const reply = await server.call('POST', 'template/email/live_preview', {
    body: { content: '{{ blocks.big }}'.repeat(2000), type: 'mail' },
  })
  expect(reply.status).toBe(400)
})

test('style elements of 30 000 characters in all are taken, one more is refused at the body', async () => {
  const styled = (css: number) => {
    const half = '.a{}'.padEnd(15_000, ' ')
    return `<style>${half}</style><p class="a">x</p><style>${'.b{}'.padEnd(css - half.length, ' ')}</style>`
  }
  const save = (content: string) =>
    server.call('POST', 'template/email', { body: { title: 'Styled', subject: '', content } })
  const preview = (content: string) => server.call('POST', 'template/email/live_preview', { body: { content } })
  for (const call of [save, preview]) {
    expect((await call(styled(30_000))).status).toBe(200)
    const { status, body } = await call(styled(30_001))
    expect([status, body.data]).toEqual([
      400,
      { content: 'Style elements may have at most 30000 characters in all, these have 30001' },
    ])
  }
})

const LONGEST = 150_000
const fill = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length))

test.each([
  ['styled paragraphs', fill('<p style="color:red;">x</p>')],
  ['list items', fill('<li>x</li>')],
  ['template tags and angle brackets', `${'{% if order.mode %}{% endif %}'.repeat(900)}${'<'.repeat(30_000)}`],
  ['cells', `<table><tr>${'<td>x</td>'.repeat(14_000)}</tr></table>`],
  ['entities', fill('<p title="&#106;">x</p>')],
  ['comments', fill('<!--[if mso]><p><![endif]-->x')],
])('other calls are answered while a mail of 150 000 characters of %s is previewed', async (_name, content) => {
  const order: string[] = []
  const previewing = server
    .call('POST', 'template/email/live_preview', { body: { content, type: 'mail' } })
    .then(({ status }) => order.push(`previewed ${status}`))
  while (order.length < 3) {
    expect((await server.call('GET', 'health', { token: null })).status).toBe(200)
    order.push('answered')
  }
  await previewing
  expect(order).toEqual(['answered', 'answered', 'answered', 'previewed 200'])
})
